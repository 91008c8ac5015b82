import * as z from 'zod';
import { MAX_CERTIFICATES } from './pictures.ts';
import { LINE_MAX, PAGE_SIZE } from './shared/limits.ts';
import { pageQueryByName } from './shared/paging.ts';
import { staffText } from './shared/text.ts';

/** Sentences of the doctors screen: specification, sections 5 and 8. */
export const partnerCardMessages = {
  firstNameMissing: 'Please enter a first name',
  lastNameMissing: 'Please enter a last name',
  phoneMissing: 'Please enter a phone number',
  imageMissing: 'Please upload a doctor image',
  badCertificates: 'The certificates must be images',
  tooManyCertificates: `A doctor may have at most ${MAX_CERTIFICATES} certificates`,
  badDeletedList: 'The list of deleted images is not valid JSON',
  created: 'Həkim uğurla əlavə edildi',
  updated: 'Həkim məlumatları uğurla yeniləndi',
  saveFailed: 'Həkim əlavə edilə bilmədi',
  deleted: 'Həkim uğurla silindi',
  deleteFailed: 'Failed to delete the doctor.',
  notFound: 'Həkim tapılmadı',
  listFailed: 'Failed to load doctors',
} as const;

/** Fields in the order in which their first failure is said; `image` and `images` come behind them. */
export const partnerCardFields = z.object({
  firstName: staffText.requiredLine(partnerCardMessages.firstNameMissing),
  lastName: staffText.requiredLine(partnerCardMessages.lastNameMissing),
  phone: staffText.requiredLine(partnerCardMessages.phoneMissing),
  clinicName: staffText.optionalLine(),
  instagram: staffText.optionalLine(),
});

const certificateNames = z
  .union([z.array(z.unknown()), z.string()], { error: partnerCardMessages.badDeletedList })
  .nullish()
  .transform((value, context) => {
    if (typeof value !== 'string') return value ?? [];
    if (value.trim() === '') return [];
    // A form with one name under a key that may repeat.
    if (!value.trim().startsWith('[')) return [value];
    try {
      return JSON.parse(value) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: partnerCardMessages.badDeletedList });
      return z.NEVER;
    }
  })
  .pipe(
    z.array(z.string().max(LINE_MAX), { error: partnerCardMessages.badDeletedList }).max(LINE_MAX),
  );

/**
 * What is not sent stays as it is. `existingImageUrl` says that the picture stays; sent empty, without a
 * new picture, there would be none. `deletedImageUrls` names the certificates to remove: a list, or the
 * same list as a JSON string; names the card does not have are passed over.
 */
export const partnerCardChanges = z.object({
  firstName: partnerCardFields.shape.firstName.optional(),
  lastName: partnerCardFields.shape.lastName.optional(),
  phone: partnerCardFields.shape.phone.optional(),
  clinicName: staffText.optionalLine().optional(),
  instagram: staffText.optionalLine().optional(),
  existingImageUrl: z.string().nullish(),
  deletedImageUrls: certificateNames,
});

/** `imageUrl` and `imageUrls` (the certificates) are names of files under the cards' address. */
export const partnerCard = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  clinicName: z.string(),
  instagram: z.string(),
  imageUrl: z.string(),
  imageUrls: z.array(z.string()),
});

export const partnerCardQuery = pageQueryByName(PAGE_SIZE.adminPartnerCards);

export const partnerCardList = z.object({
  partnerCards: z.array(partnerCard),
  totalPages: z.int(),
});

/** For the public page: all of them. */
export const publicPartnerCards = z.object({ partnerCards: z.array(partnerCard) });

export const onePartnerCard = z.object({ partnerCard });

export const partnerCardAnswer = z.object({ partnerCard, message: z.string() });

export type PartnerCard = z.output<typeof partnerCard>;
export type PartnerCardFields = z.output<typeof partnerCardFields>;
export type PartnerCardChanges = z.output<typeof partnerCardChanges>;
export type PartnerCardQuery = z.output<typeof partnerCardQuery>;
export type PartnerCardList = z.output<typeof partnerCardList>;
export type PublicPartnerCards = z.output<typeof publicPartnerCards>;
