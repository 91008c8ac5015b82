/**
 * Facts about the provider that are the same in every language. Pages, footer, search-engine data and sign-in screens
 * read them from here; slogan, address and opening hours are in the catalogue `site/provider`. Another clinic changes
 * only these two files.
 */
export const provider = {
  name: 'Dəqiq Diaqnostika',
  shortName: 'Dəqiq',

  phone: { text: '+994 12 555 01 20', href: 'tel:+994125550120' },
  email: { text: 'info@deqiqdiaqnostika.az', href: 'mailto:info@deqiqdiaqnostika.az' },

  address: { postalCode: 'AZ1008', country: 'AZ' },
  /** WGS 84, degrees. */
  position: { latitude: 40.4024, longitude: 49.8713 },
  timeZone: 'Asia/Baku',

  social: [
    { name: 'Facebook', href: 'https://www.facebook.com/deqiqdiaqnostika' },
    { name: 'Instagram', href: 'https://www.instagram.com/deqiqdiaqnostika' },
    { name: 'WhatsApp', href: 'https://wa.me/994505550120' },
  ],

  /** For people (specification, section 9): of the working days. */
  openingHours: '09:00-19:00',
  /** For search engines. Differs from the hours above; the specification requires both (section 9). */
  searchEngineHours: {
    days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
    opens: '09:00',
    closes: '18:00',
  },

  figures: { patients: 5120, doctors: 53, years: 10 },
} as const;

/** The way to the provider in Google Maps. */
export const googleDirections = `https://www.google.com/maps/dir/?api=1&destination=${provider.position.latitude}%2C${provider.position.longitude}`;
