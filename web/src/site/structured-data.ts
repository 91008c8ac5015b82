import { provider } from '@deqiq/contract/provider.ts';

/** The clinic as search engines read it: a dental business with its hours, address and place on the map. */
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
    sameAs: provider.social.map((place) => place.href),
    ...(publicUrl && { url: new URL('/', publicUrl).href }),
  };
}
