/**
 * Facts about the provider until an owner saves others (`clinic/clinic-settings.ts`). The slogan is in the catalogue
 * `site/provider`.
 */
export const provider = {
  name: 'Dəqiq Diaqnostika',
  shortName: 'Dəqiq',

  phone: { text: '+994 12 555 01 20', href: 'tel:+994125550120' },
  email: { text: 'info@deqiqdiaqnostika.az', href: 'mailto:info@deqiqdiaqnostika.az' },

  address: {
    street: { az: 'Təbriz küçəsi 44', ru: 'ул. Тебриз, 44', en: '44 Tabriz Street' },
    district: { az: 'Nərimanov rayonu', ru: 'Наримановский район', en: 'Narimanov district' },
    city: { az: 'Bakı', ru: 'Баку', en: 'Baku' },
    postalCode: 'AZ1008',
    country: 'AZ',
  },
  /** WGS 84, degrees. */
  position: { latitude: 40.4024, longitude: 49.8713 },
  timeZone: 'Asia/Baku',

  facebook: 'https://www.facebook.com/deqiqdiaqnostika',
  instagram: 'https://www.instagram.com/deqiqdiaqnostika',
  whatsApp: '+994 50 555 01 20',

  /** For people (specification, section 9): Monday to Saturday. On Sundays the clinic takes bookings online. */
  openingHours: { from: '09:00', to: '19:00' },
  /** For search engines. Differs from the hours above; the specification requires both (section 9). */
  searchEngineHours: {
    days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
    opens: '09:00',
    closes: '18:00',
  },

  figures: { patients: 5120, doctors: 53, years: 10 },
} as const;
