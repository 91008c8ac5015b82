import * as z from 'zod';
import { provider } from '../shared/provider.ts';
import { email, optionalText, PHONE, requiredLine } from '../shared/text.ts';

/** Messages of the public forms and of their lists for staff: specification, sections 5 and 8. */
export const applicationMessages = {
  fullNameMissing: 'Ad Soyad daxil edilməlidir',
  emailMissing: 'Email daxil edilməlidir',
  badEmail: 'Düzgün email formatı daxil edin',
  phoneMissing: 'Telefon nömrəsi daxil edilməlidir',
  badPhone: 'Düzgün telefon nömrəsi daxil edin',
  partnerFullNameMissing: 'Həkimin adı soyadı daxil edilməlidir',
  clinicNameMissing: 'Klinika adı daxil edilməlidir',
  clinicPhoneMissing: 'Klinika telefon nömrəsi daxil edilməlidir',
  reservation: {
    title: 'Təşəkkür Edirik!',
    sent: 'Rezervasiya müraciətiniz uğurla qeydə alındı. Ən yaxın zamanda sizinlə əlaqə saxlanılacaq',
    failed: 'Rezervasiya müraciətiniz göndərilmədi. Zəhmət olmasa yenidən cəhd edin',
  },
  partner: {
    title: 'Uğurlu!',
    sent: 'Tərəfdaşlıq müraciətiniz uğurla qeydə alındı',
    failed: 'Müraciətiniz göndərilmədi. Zəhmət olmasa yenidən cəhd edin',
  },
  contact: {
    title: 'Təşəkkür Edirik!',
    sent: 'Mesajınız uğurla qeydə alındı. Ən yaxın zamanda sizinlə əlaqə saxlanılacaq',
    failed: 'Mesajınız göndərilmədi. Zəhmət olmasa yenidən cəhd edin',
  },
  failedTitle: 'Xəta!',
  unavailable: 'Sistemdə xəta baş verdi. Zəhmət olmasa daha sonra yenidən cəhd edin',
  tooMany: `Çox sayda müraciət göndərilib. Zəhmət olmasa bir azdan yenidən cəhd edin və ya bizə zəng edin: ${provider.phone.text}`,
  deleted: 'Deleted!',
  deleteFailed: 'There was an issue deleting the application.',
  notFound: 'Application not found',
  messageDeleteFailed: 'There was an issue deleting the message.',
  messageNotFound: 'Message not found',
} as const;

/** A hidden field. Only bots fill it in; they receive the usual thanks, and nothing is stored. */
export const HONEYPOT = 'website';

const fullName = requiredLine(applicationMessages.fullNameMissing);

const requiredEmail = requiredLine(applicationMessages.emailMissing).pipe(
  email(applicationMessages.badEmail),
);

/** An optional + and 10 to 15 digits, ignoring blanks. Stored as typed. */
const phone = (missing: string) =>
  requiredLine(missing).refine(
    (text) => PHONE.test(text.replace(/\s/g, '')),
    applicationMessages.badPhone,
  );

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
