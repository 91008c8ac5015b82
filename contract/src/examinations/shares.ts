import * as shareMessages from '@deqiq/messages/examinations/shares.js';
import * as z from 'zod';
import { fileLink } from '../imaging/files.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE } from '../shared/limits.ts';
import { checkupPagination, nameQuery, pageQuery, partnerFilter } from '../shared/paging.ts';
import { optionalLine, textList } from '../shared/text.ts';
import { instant } from '../shared/time/dates.ts';
import { shareDays, shareStates } from './share-limits.ts';

/** Max files of one call; a checkup seldom has more than some dozens. */
const MAX_FILES = 1_000;

const flag = z
  .union([z.boolean(), z.enum(['true', 'false'])], { error: shareMessages.badPin })
  .optional()
  .transform((value) => (value === undefined ? true : String(value) === 'true'));

const badDays = { error: () => shareMessages.badDays({ days: shareDays.join(', ') }) };

const days = z
  .union([z.number(), z.string().regex(/^\d{1,3}$/)], badDays)
  .transform(Number)
  .pipe(z.literal(shareDays, badDays))
  .optional()
  .transform((value) => value ?? 7);

/** Default: all files of the checkup, 7 days, with a PIN. Later files of the checkup are not part of the share. */
export const createShare = z.object({
  label: optionalLine(),
  days,
  pin: flag,
  files: textList(shareMessages.badFiles, MAX_FILES),
});

/** One opening on one device. */
const shareVisit = z.object({
  openedAt: instant,
  /** Such as "Chrome · Android"; null where the browser does not say. */
  device: z.string().nullable(),
  downloads: z.int(),
});

const share = z.object({
  _id: z.string(),
  label: z.string(),
  state: z.enum(shareStates),
  hasPin: z.boolean(),
  createdAt: instant,
  expiresAt: instant,
  endedAt: instant.nullable(),
  createdBy: z.enum(['partner', 'staff']),
  partner: z.object({ _id: z.string(), firstName: z.string(), lastName: z.string() }),
  /** null where the examination has been deleted. */
  checkup: z
    .object({ _id: z.string(), firstName: z.string(), lastName: z.string(), name: z.string() })
    .nullable(),
  files: z.int(),
  openings: z.int(),
  downloads: z.int(),
  lastOpenedAt: instant.nullable(),
  /** The last openings, newest first. */
  visits: z.array(shareVisit),
});

/** `url` and `pin` are in this answer only: the server stores their hashes. */
export const shareAnswer = z.object({
  share,
  url: z.string(),
  pin: z.string().optional(),
  message: z.string(),
});

const filters = {
  /** `live`: those that open the examination now; `ended`: the others. */
  status: z
    .enum(['live', 'ended', ''], { error: shareMessages.badState })
    .optional()
    .transform((value) => value || undefined),
  checkup: partnerFilter,
  /** A part of the patient's name. */
  ...nameQuery.shape,
};

export const shareQuery = pageQuery(PAGE_SIZE.adminShares).extend({
  ...filters,
  partner: partnerFilter,
});
export const ownShareQuery = pageQuery(PAGE_SIZE.partnerShares).extend(filters);

export const shareList = z.object({
  shares: z.array(share).max(MAX_PAGE_SIZE),
  pagination: checkupPagination,
});

export const revokedShare = z.object({ share, message: z.string() });

/** Content of the page of an open share. */
export const sharedCheckup = z.object({
  sharedBy: z.string(),
  expiresAt: instant,
  firstName: z.string(),
  lastName: z.string(),
  name: z.string(),
  description: z.string(),
  createdAt: instant,
  files: z.array(fileLink),
  /** The newest signed report. */
  report: z
    .object({
      _id: z.string(),
      conclusion: z.string(),
      name: z.string(),
      title: z.string(),
      signedAt: instant,
    })
    .nullable(),
});

export type CreateShare = z.output<typeof createShare>;
export type Share = z.output<typeof share>;
export type ShareAnswer = z.output<typeof shareAnswer>;
export type ShareList = z.output<typeof shareList>;
export type ShareQuery = Partial<z.output<typeof shareQuery>> & { page: number; limit: number };
export type SharedCheckup = z.output<typeof sharedCheckup>;
