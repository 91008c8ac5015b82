import * as partnerMessages from '@deqiq/messages/people/partners.js';
import * as z from 'zod';
import { PAGE_SIZE, PASSWORD_LENGTH } from '../shared/limits.ts';
import { type FilteredQuery, nameQuery, pageQueryByFullName, sortBy } from '../shared/paging.ts';
import { provider } from '../shared/provider.ts';
import { email, optionalLine, requiredLine } from '../shared/text.ts';
import { calendarDate, instant, requiredDate, todayIn } from '../shared/time/dates.ts';
import { ownLanguage } from './account.ts';

const details = z.object({
  firstName: requiredLine(partnerMessages.firstNameMissing),
  lastName: requiredLine(partnerMessages.lastNameMissing),
  birthDate: requiredDate(partnerMessages.birthDateMissing).refine(
    (day) => day <= todayIn(provider.timeZone),
    { error: partnerMessages.birthDateInFuture },
  ),
  phone: requiredLine(partnerMessages.phoneMissing),
  email: email(partnerMessages.badEmail),
  instagram: requiredLine(partnerMessages.instagramMissing),
});

const passwordTooShort = {
  error: () => partnerMessages.passwordTooShort({ min: PASSWORD_LENGTH.partnerMin }),
};
const passwordTooLong = {
  error: () => partnerMessages.passwordTooLong({ max: PASSWORD_LENGTH.max }),
};

/** Fields in the order in which the first error is shown. */
export const createPartner = details.extend({
  password: z
    .string(passwordTooShort)
    .min(PASSWORD_LENGTH.partnerMin, passwordTooShort)
    .max(PASSWORD_LENGTH.max, passwordTooLong),
  clinicName: optionalLine(),
});

/** An edit contains no password; an absent `clinicName` stays. */
export const updatePartner = details.extend({ clinicName: optionalLine().optional() });

export const resetPartnerPassword = z.object({
  password: z
    .string({ error: partnerMessages.newPasswordMissing })
    .min(1, { error: partnerMessages.newPasswordMissing })
    .min(PASSWORD_LENGTH.resetMin, {
      error: () => partnerMessages.newPasswordTooShort({ min: PASSWORD_LENGTH.resetMin }),
    })
    .max(PASSWORD_LENGTH.max, passwordTooLong),
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

export const partnerQuery = pageQueryByFullName(PAGE_SIZE.adminPartners).extend({
  sort: sortBy(['name', 'date']),
});

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
export const accountAnswer = z.object({ partner, language: ownLanguage });

export type Partner = z.output<typeof partner>;
export type PartnerReference = z.output<typeof partnerReference>;
export type PartnerList = z.output<typeof partnerList>;
export type PartnerQuery = FilteredQuery<z.output<typeof partnerQuery>>;
export type CreatePartner = z.output<typeof createPartner>;
export type UpdatePartner = z.output<typeof updatePartner>;
export type PartnerPicker = z.output<typeof partnerPicker>;
