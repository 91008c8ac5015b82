import { valueSlot } from '@deqiq/contract/shared/clinic/clinic-slots.ts';
import { provider } from '@deqiq/contract/shared/provider.ts';
import { language, tags } from '@deqiq/messages/language.ts';
import * as laboratoryTexts from '@deqiq/messages/site/laboratory.js';
import * as providerTexts from '@deqiq/messages/site/provider.js';
import * as reservationTexts from '@deqiq/messages/site/reservation.js';
import * as xRayTexts from '@deqiq/messages/site/x-ray.js';
import { toAddress } from './addresses.ts';
import { clinic } from './facts/slots.ts';
import { services } from './laboratory/services.tsx';
import { questions } from './x-ray/questions.ts';

/** The clinic as search engines read it: a dental business with its hours, address and coordinates. */
export function dentalBusiness(publicUrl: string | undefined): object {
  return {
    '@context': 'https://schema.org',
    '@type': ['Dentist', 'MedicalBusiness'],
    name: clinic.name,
    slogan: providerTexts.slogan(),
    telephone: clinic.phone.text,
    email: clinic.email.text,
    address: {
      '@type': 'PostalAddress',
      streetAddress: clinic.street,
      addressLocality: clinic.city,
      addressRegion: clinic.district,
      postalCode: clinic.postalCode,
      addressCountry: provider.address.country,
    },
    geo: valueSlot('geo'),
    openingHoursSpecification: valueSlot('searchEngineHours'),
    sameAs: valueSlot('sameAs'),
    ...(publicUrl && { url: toUrl('/', publicUrl) }),
  };
}

type Data = (publicUrl: string | undefined) => object;

function toUrl(path: string, publicUrl: string | undefined): string {
  const address = toAddress(path);
  return publicUrl ? new URL(address, publicUrl).href : address;
}

function breadcrumbs(name: string, path: string, publicUrl: string | undefined): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: clinic.name, item: toUrl('/', publicUrl) },
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
      provider: { '@type': 'Dentist', name: clinic.name, url: toUrl('/', publicUrl) },
      areaServed: clinic.city,
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

/** The price of each kind of examination. */
export const priceList: Data = () => ({
  '@context': 'https://schema.org',
  '@type': 'OfferCatalog',
  name: reservationTexts.pricesTitle(),
  itemListElement: valueSlot('offers'),
});
