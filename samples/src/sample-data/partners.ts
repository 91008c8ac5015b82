import { foldText } from '@deqiq/contract/shared/text.ts';
import { type Random, randomFrom } from '@deqiq/testkit/random.ts';
import type { CalendarDay } from './calendar.ts';
import { differentNames, type PersonName, type Sex } from './names.ts';

/** The body of POST admin/partners, and further details of the doctor. */
export interface SamplePartner {
  firstName: string;
  lastName: string;
  birthDate: string;
  phone: string;
  email: string;
  instagram: string;
  clinicName: string;
  password: string;
  sex: Sex;
}

export const clinicNames = [
  'Ağ Diş Stomatologiya, Bakı',
  'Mirvari Dental Klinika, Bakı',
  'Sədəf Diş Mərkəzi, Bakı',
  'Xəzər Ortodontiya, Bakı',
  'Nizami Dental, Bakı',
  'Sağlam Təbəssüm, Bakı',
  'İçərişəhər Diş Klinikası, Bakı',
  'Badamdar İmplant Mərkəzi, Bakı',
  'Gəncə Dental, Gəncə',
  'Göygöl Stomatologiya, Gəncə',
  'Cavad xan Diş Klinikası, Gəncə',
  'Sahil Dental, Sumqayıt',
  'Günəş Stomatologiya, Sumqayıt',
  'Corat Diş Mərkəzi, Sumqayıt',
] as const;

const MOBILE_PREFIXES = ['50', '51', '55', '70', '77', '99'] as const;

export function samplePartners(seed: number, count: number, today: CalendarDay): SamplePartner[] {
  const random = randomFrom(seed);
  return differentNames(random, count).map((name, i) => ({
    firstName: name.firstName,
    lastName: name.lastName,
    birthDate: today.minus(random.below(32 * 365) + 26 * 365).iso,
    phone: mobileNumber(random),
    email: toEmail(name),
    instagram: `@dr.${plain(name.firstName)}_${plain(name.lastName)}`,
    clinicName: clinicNames[i % clinicNames.length] ?? '',
    password: `${plain(name.firstName)}-${1000 + random.below(9000)}`,
    sex: name.sex,
  }));
}

/** Numbers that no operator assigns: a subscriber number never begins with 0. */
export const mobileNumber = (random: Random): string =>
  numberBehind(random.pick(MOBILE_PREFIXES), random);

export function numberBehind(prefix: string, random: Random): string {
  const pair = () => String(random.below(100)).padStart(2, '0');
  return `+994 ${prefix} 0${pair()} ${pair()} ${pair()}`;
}

/** No one can register the .example domain (RFC 2606). */
export const toEmail = ({ firstName, lastName }: Omit<PersonName, 'sex'>): string =>
  `${plain(firstName)}.${plain(lastName)}@klinika.example`;

export const plain = (name: string): string => foldText(name).replaceAll(/[^a-z]/g, '');
