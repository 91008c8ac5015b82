import * as texts from '@deqiq/messages/referrals/patients.js';
import * as z from 'zod';
import { provider } from '../../shared/provider.ts';
import { optionalLine, requiredLine } from '../../shared/text.ts';
import { optionalDate, todayIn } from '../../shared/time/dates.ts';

export const sexes = ['female', 'male'] as const;
export type Sex = (typeof sexes)[number];

/** An optional + and 7 to 15 digits, without separators. */
const PHONE = /^\+?\d{7,15}$/;

export const isPhone = (text: string): boolean => PHONE.test(text.replace(/[\s().-]/g, ''));

/** Forms send '' for none. */
export const sex = z
  .enum([...sexes, ''], { error: texts.badSex })
  .nullish()
  .transform((value) => value || null);

/** From 1900 until today in Baku; null where it is unknown. */
export const birthDate = optionalDate(texts.badBirthDate).refine(
  (day) => day === null || day <= todayIn(provider.timeZone),
  { error: texts.birthDateInFuture },
);

/** Names, birth date and sex. */
export const personFields = z.object({
  firstName: requiredLine(texts.firstNameMissing),
  lastName: requiredLine(texts.lastNameMissing),
  fatherName: optionalLine(),
  birthDate,
  sex,
});

export const requiredPhone = requiredLine(texts.phoneMissing).refine(isPhone, {
  error: texts.badPhone,
});

export const optionalPhone = optionalLine().refine((text) => text === '' || isPhone(text), {
  error: texts.badPhone,
});
