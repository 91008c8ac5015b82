import * as z from 'zod';
import { calendarDate, instant, requiredDate, todayIn } from '../shared/dates.ts';
import { PAGE_SIZE, PASSWORD_LENGTH } from '../shared/limits.ts';
import { nameQuery, pageQueryByFullName } from '../shared/paging.ts';
import { provider } from '../shared/provider.ts';
import { email, staffText } from '../shared/text.ts';

/** Messages of the partners screen: specification, sections 5 and 8. */
export const partnerMessages = {
  created: 'Tərəfdaş uğurla yaradıldı',
  createFailed: 'Tərəfdaş yaradıla bilmədi',
  updated: 'Tərəfdaş məlumatları uğurla yeniləndi',
  updateFailed: 'Tərəfdaş məlumatları yenilənə bilmədi',
  deleted: 'Partnyor müvəffəqiyyətlə silindi.',
  deleteFailed: 'Partnyor silinərkən xəta baş verdi.',
  passwordReset: 'Şifrə uğurla dəyişdirildi',
  passwordResetFailed: 'Şifrə dəyişdirilə bilmədi',
  secondFactorReset: 'Tərəfdaşın ikinci mərhələsi söndürüldü',
  secondFactorResetFailed: 'İkinci mərhələ söndürülə bilmədi',
  emailTaken: 'Bu e-poçt artıq istifadə olunur',
  notFound: 'Partnyor tapılmadı',
  listFailed: 'Failed to load partners',
} as const;

const details = z.object({
  firstName: staffText.requiredLine('Please enter a first name'),
  lastName: staffText.requiredLine('Please enter a last name'),
  birthDate: requiredDate('Please enter a birth date').refine(
    (day) => day <= todayIn(provider.timeZone),
    'The birth date cannot be in the future',
  ),
  phone: staffText.requiredLine('Please enter a phone number'),
  email: email('Please enter a valid email'),
  instagram: staffText.requiredLine('Please enter an instagram link'),
});

/** Fields in the order in which the first error is shown. */
export const createPartner = details.extend({
  password: z
    .string({ error: passwordTooShort() })
    .min(PASSWORD_LENGTH.partnerMin, passwordTooShort())
    .max(PASSWORD_LENGTH.max, passwordTooLong()),
  clinicName: staffText.optionalLine(),
});

/** An edit contains no password; an absent `clinicName` stays. */
export const updatePartner = details.extend({ clinicName: staffText.optionalLine().optional() });

export const resetPartnerPassword = z.object({
  password: z
    .string({ error: 'Password is required' })
    .min(1, 'Password is required')
    .min(PASSWORD_LENGTH.resetMin, 'Password must be at least 8 characters')
    .max(PASSWORD_LENGTH.max, passwordTooLong()),
});

export const partner = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  birthDate: calendarDate,
  phone: z.string(),
  email: z.string(),
  instagram: z.string(),
  clinicName: z.string(),
  balance: z.number(),
  sendedPatientsCount: z.int(),
  createdAt: instant,
});

/** The partner of another entity; staff also see deleted partners. */
export const partnerReference = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  deleted: z.literal(true).optional(),
});

export const partnerQuery = pageQueryByFullName(PAGE_SIZE.adminPartners);

/** This list contains `totalPage`, in the singular (specification, section 3). */
export const partnerList = z.object({
  partners: z.array(partner),
  pagination: z.object({
    currentPage: z.int(),
    totalPage: z.int(),
    totalItems: z.int(),
    itemsPerPage: z.int(),
  }),
});

export const pickerQuery = nameQuery;

/** For partner pickers: alphabetical, at most 50. */
export const partnerPicker = z.object({
  partners: z.array(partnerReference.extend({ clinicName: z.string() })),
});

export const partnerAnswer = z.object({ partner, message: z.string() });

/** The person of the partner area. */
export const accountAnswer = z.object({ partner });

export type Partner = z.output<typeof partner>;
export type PartnerReference = z.output<typeof partnerReference>;
export type PartnerList = z.output<typeof partnerList>;
export type PartnerQuery = z.output<typeof partnerQuery>;
export type CreatePartner = z.output<typeof createPartner>;
export type UpdatePartner = z.output<typeof updatePartner>;
export type PartnerPicker = z.output<typeof partnerPicker>;

function passwordTooShort(): string {
  return 'Please enter a password with at least 6 characters';
}

function passwordTooLong(): string {
  return `The password may have at most ${PASSWORD_LENGTH.max} characters`;
}
