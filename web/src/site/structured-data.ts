import { provider } from '@deqiq/contract/shared/provider.ts';
import { services } from './laboratory/services.tsx';
import { questions } from './x-ray/questions.ts';

/** The clinic as search engines read it: a dental business with its hours, address and coordinates. */
export function dentalBusiness(publicUrl: string | undefined): object {
  const { address, position, searchEngineHours: hours } = provider;
  return {
    '@context': 'https://schema.org',
    '@type': ['Dentist', 'MedicalBusiness'],
    name: provider.name,
    slogan: provider.slogan,
    telephone: provider.phone.text,
    email: provider.email.text,
    address: {
      '@type': 'PostalAddress',
      streetAddress: address.street,
      addressLocality: address.city,
      addressRegion: address.district,
      postalCode: address.postalCode,
      addressCountry: address.country,
    },
    geo: { '@type': 'GeoCoordinates', ...position },
    openingHoursSpecification: {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: hours.days,
      opens: hours.opens,
      closes: hours.closes,
    },
    sameAs: provider.social.map(({ href }) => href),
    ...(publicUrl && { url: new URL('/', publicUrl).href }),
  };
}

type Data = (publicUrl: string | undefined) => object;

const toAbsoluteUrl = (path: string, publicUrl: string | undefined) =>
  publicUrl ? new URL(path, publicUrl).href : path;

function breadcrumbs(name: string, path: string, publicUrl: string | undefined): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [
      {
        '@type': 'ListItem',
        position: 1,
        name: provider.name,
        item: toAbsoluteUrl('/', publicUrl),
      },
      { '@type': 'ListItem', position: 2, name, item: toAbsoluteUrl(path, publicUrl) },
    ],
  };
}

export const screen =
  (type: 'AboutPage' | 'WebPage', name: string, path: string): Data =>
  (publicUrl) => ({
    '@context': 'https://schema.org',
    '@type': type,
    name,
    inLanguage: 'az',
    url: toAbsoluteUrl(path, publicUrl),
    breadcrumb: breadcrumbs(name, path, publicUrl),
  });

/** Products of the laboratory, for the clinics that order them. */
export const laboratoryService: Data = (publicUrl) => ({
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'Service',
      serviceType: 'Rəqəmsal diş laboratoriyası',
      provider: { '@type': 'Dentist', name: provider.name, url: toAbsoluteUrl('/', publicUrl) },
      areaServed: provider.address.city,
      hasOfferCatalog: {
        '@type': 'OfferCatalog',
        name: 'Rəqəmsal Laboratoriya',
        itemListElement: services.map(({ title, text }) => ({
          '@type': 'Offer',
          itemOffered: { '@type': 'Service', name: title, description: text },
        })),
      },
    },
    breadcrumbs('Rəqəmsal Laboratoriya', '/laboratoriya', publicUrl),
  ],
});

/** The examination, and frequent questions about it. */
export const examination: Data = (publicUrl) => ({
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'MedicalTest',
      name: 'Konus-şüalı kompüter tomoqrafiyası (KLKT)',
      alternateName: ['3D rentgen', 'CBCT', 'Cone beam computed tomography'],
      usesDevice: { '@type': 'MedicalDevice', name: 'KLKT aparatı' },
    },
    {
      '@type': 'FAQPage',
      mainEntity: questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
    breadcrumbs('3D Rentgen', '/rentgen', publicUrl),
  ],
});
