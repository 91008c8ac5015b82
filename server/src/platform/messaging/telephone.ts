import { phoneKey } from '../db/patient-records.ts';

const COUNTRY = '994';

/** Digits of a number in Azerbaijan without and with a leading 0. */
const NATIONAL = /^0?\d{9}$/;

/** The same after the country code, which people write with or without the 0. */
const INTERNATIONAL = /^9940?\d{9}$/;

/** E.164 allows 15 digits; the shortest numbers of other countries have 10. */
const FOREIGN = /^[1-9]\d{9,14}$/;

/** A telephone number as international digits without +, 994501234567; undefined where it is none. */
export function toInternational(phone: string): string | undefined {
  const written = phone.trim();
  const all = written.replace(/\D/g, '');
  const isInternational = written.startsWith('+') || all.startsWith('00');
  const digits = all.replace(/^00/, '');
  if (INTERNATIONAL.test(digits) || (!isInternational && NATIONAL.test(digits)))
    return `${COUNTRY}${phoneKey(digits)}`;
  // Without + and 00, ten digits are a national number with a digit too many or too few.
  const isForeign = isInternational || digits.length > 10;
  return isForeign && FOREIGN.test(digits) ? digits : undefined;
}
