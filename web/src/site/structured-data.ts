import { provider } from '@deqiq/contract/shared/provider.ts';
import { language, tags } from '@deqiq/messages/language.ts';
import * as laboratoryTexts from '@deqiq/messages/site/laboratory.js';
import * as providerTexts from '@deqiq/messages/site/provider.js';
import * as xRayTexts from '@deqiq/messages/site/x-ray.js';
import { addressOf } from './addresses.ts';
import { services } from './laboratory/services.tsx';
import { questions } from './x-ray/questions.ts';

/** The clinic as search engines read it: a dental business with its hours, address and coordinates. */
export function dentalBusiness(publicUrl: string | undefined): object {
  const { address, position, searchEngineHours: hours } = provider;
  return {
    '@context': 'https://schema.org',
    '@type': ['Dentist', 'MedicalBusiness'],
    name: provider.name,
    slogan: providerTexts.slogan(),
    telephone: provider.phone.text,
    email: provider.email.text,
    address: {
      '@type': 'PostalAddress',
      streetAddress: providerTexts.street(),
      addressLocality: providerTexts.city(),
      addressRegion: providerTexts.district(),
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
    ...(publicUrl && { url: toUrl('/', publicUrl) }),
  };
}

type Data = (publicUrl: string | undefined) => object;

function toUrl(path: string, publicUrl: string | undefined): string {
  const address = addressOf(path);
  return publicUrl ? new URL(address, publicUrl).href : address;
}

function breadcrumbs(name: string, path: string, publicUrl: string | undefined): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: provider.name, item: toUrl('/', publicUrl) },
      { '@type': 'ListItem', position: 2, name, item: toUrl(path, publicUrl) },
    ],
  };
}

export const screen =
  (type: 'AboutPage' | 'WebPage', name: () => string, path: string): Data =>
  (publicUrl) => ({
    '@context': 'https://schema.org',
    '@type': type,
    name: name(),
    inLanguage: tags[language()],
    url: toUrl(path, publicUrl),
    breadcrumb: breadcrumbs(name(), path, publicUrl),
  });

/** Products of the laboratory, for the clinics that order them. */
export const laboratoryService: Data = (publicUrl) => ({
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'Service',
      serviceType: laboratoryTexts.serviceType(),
      provider: { '@type': 'Dentist', name: provider.name, url: toUrl('/', publicUrl) },
      areaServed: providerTexts.city(),
      hasOfferCatalog: {
        '@type': 'OfferCatalog',
        name: laboratoryTexts.title(),
        itemListElement: services.map(({ title, text }) => ({
          '@type': 'Offer',
          itemOffered: { '@type': 'Service', name: title(), description: text() },
        })),
      },
    },
    breadcrumbs(laboratoryTexts.title(), '/laboratoriya', publicUrl),
  ],
});

/** The examination, and frequent questions about it. */
export const examination: Data = (publicUrl) => ({
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'MedicalTest',
      name: xRayTexts.examinationName(),
      alternateName: [xRayTexts.alternateName(), 'CBCT', 'Cone beam computed tomography'],
      usesDevice: { '@type': 'MedicalDevice', name: xRayTexts.machineName() },
    },
    {
      '@type': 'FAQPage',
      mainEntity: questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question(),
        acceptedAnswer: { '@type': 'Answer', text: answer() },
      })),
    },
    breadcrumbs(xRayTexts.title(), '/rentgen', publicUrl),
  ],
});
