/**
 * All facts about the provider. Pages, footer, search-engine data and sign-in screens read them from here, so another
 * clinic changes only this file.
 */
export const provider = {
  name: 'Dəqiq Diaqnostika',
  shortName: 'Dəqiq',
  slogan: 'Dəqiq Diaqnoz, Sağlam Gələcək!',

  phone: { text: '+994 12 555 01 20', href: 'tel:+994125550120' },
  email: { text: 'info@deqiqdiaqnostika.az', href: 'mailto:info@deqiqdiaqnostika.az' },

  address: {
    street: 'Təbriz küçəsi 44',
    district: 'Nərimanov rayonu',
    city: 'Bakı',
    postalCode: 'AZ1008',
    country: 'AZ',
  },
  /** WGS 84, degrees. */
  position: { latitude: 40.4024, longitude: 49.8713 },
  timeZone: 'Asia/Baku',

  social: [
    { name: 'Facebook', href: 'https://www.facebook.com/deqiqdiaqnostika' },
    { name: 'Instagram', href: 'https://www.instagram.com/deqiqdiaqnostika' },
    { name: 'WhatsApp', href: 'https://wa.me/994505550120' },
  ],

  /** For people: the footer and the contact section (specification, section 9). */
  hours: [
    { days: 'Bazar ertəsi – şənbə', time: '09:00-19:00' },
    { days: 'Bazar', time: 'yalnız onlayn rezervasiya' },
  ],
  /** For search engines. Differs from the hours above; the specification requires both (section 9). */
  searchEngineHours: {
    days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
    opens: '09:00',
    closes: '18:00',
  },

  figures: [
    { value: '+5120', label: 'xoşbəxt pasiyent' },
    { value: '+53', label: 'həkim' },
    { value: '+10', label: 'illik təcrübə' },
  ],
} as const;

/** The address as one line: «Təbriz küçəsi 44, Nərimanov rayonu, Bakı AZ1008». */
export function addressLine(): string {
  const { street, district, city, postalCode } = provider.address;
  return `${street}, ${district}, ${city} ${postalCode}`;
}
