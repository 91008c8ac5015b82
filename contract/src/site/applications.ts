import * as applicationMessages from '@deqiq/messages/site/applications.js';
import * as z from 'zod';
import { type ErrorText, email, optionalText, PHONE, requiredLine } from '../shared/text.ts';

/** A hidden field. Only bots fill it in; they receive the usual thanks, and nothing is stored. */
export const HONEYPOT = 'website';

const fullName = requiredLine(applicationMessages.fullNameMissing);

const requiredEmail = requiredLine(applicationMessages.emailMissing).pipe(
  email(applicationMessages.badEmail),
);

/** An optional + and 10 to 15 digits, ignoring blanks. Stored as typed. */
const phone = (missing: ErrorText) =>
  requiredLine(missing).refine((text) => PHONE.test(text.replace(/\s/g, '')), {
    error: applicationMessages.badPhone,
  });

const ownPhone = phone(applicationMessages.phoneMissing);

/** Fields of every form, in the order in which the first error is shown. */
export const sendReservation = z.object({
  fullName,
  email: requiredEmail,
  phone: ownPhone,
  partnerFullName: requiredLine(applicationMessages.partnerFullNameMissing),
});

export const sendPartnerApplication = z.object({
  fullName,
  email: requiredEmail,
  phone: ownPhone,
  clinicName: requiredLine(applicationMessages.clinicNameMissing),
  clinicPhone: phone(applicationMessages.clinicPhoneMissing),
});

export const sendContactMessage = z.object({
  fullName,
  email: z
    .string({ error: applicationMessages.badEmail })
    .trim()
    .nullish()
    .transform((text) => text ?? '')
    .pipe(
      z.union([z.literal(''), email(applicationMessages.badEmail)], {
        error: applicationMessages.badEmail,
      }),
    ),
  phone: ownPhone,
  message: optionalText(),
});

export type SendReservation = z.output<typeof sendReservation>;
export type SendPartnerApplication = z.output<typeof sendPartnerApplication>;
export type SendContactMessage = z.output<typeof sendContactMessage>;
