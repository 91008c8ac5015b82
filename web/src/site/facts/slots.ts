import { slot } from '@deqiq/contract/shared/clinic/clinic-slots.ts';

/** The facts of the clinic in a built page: slots, which the build and the server fill in. */
export const clinic = {
  name: slot('name'),
  firstName: slot('firstName'),
  otherNames: slot('otherNames'),
  phone: { text: slot('phone.text'), href: slot('phone.href') },
  email: { text: slot('email.text'), href: slot('email.href') },
  street: slot('street'),
  district: slot('district'),
  city: slot('city'),
  /** One line: «Təbriz küçəsi 44, Nərimanov rayonu, Bakı AZ1008». */
  address: slot('address'),
  postalCode: slot('postalCode'),
  position: { latitude: slot('latitude'), longitude: slot('longitude') },
  mapBox: slot('mapBox'),
} as const;
