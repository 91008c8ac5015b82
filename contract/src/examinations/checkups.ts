import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import * as z from 'zod';
import { fileLink } from '../imaging/files.ts';
import { uploadedFiles } from '../imaging/uploads.ts';
import { partnerReference } from '../people/partners.ts';
import { checkupPagination } from '../shared/paging.ts';
import { optionalLine, optionalText, requiredId, requiredLine } from '../shared/text.ts';
import { calendarDate, instant, optionalDate } from '../shared/time/dates.ts';

export const checkupStatuses = ['pending', 'completed', 'cancelled'] as const;
export type CheckupStatus = (typeof checkupStatuses)[number];

const status = z.enum(checkupStatuses, { error: checkupMessages.badStatus });
const date = () => optionalDate(checkupMessages.badDate);

/**
 * Staff have seen both names. Without it a file of another patient is held back: only staff see it, and the checkup stays
 * pending until they confirm.
 */
export const confirmDifferentPatient = z
  .union([z.boolean(), z.enum(['true', 'false'])], { error: checkupMessages.badConfirmation })
  .optional()
  .transform((value) => (value === undefined ? undefined : String(value) === 'true'));

/** `xrayFiles` are finished uploads of the signed-in admin, which this call attaches. */
export const createCheckup = z.object({
  partner: requiredId(checkupMessages.partnerMissing),
  firstName: requiredLine(checkupMessages.nameMissing),
  lastName: requiredLine(checkupMessages.nameMissing),
  xrayFiles: uploadedFiles.refine((files) => files.length > 0, {
    error: checkupMessages.filesMissing,
  }),
  name: optionalLine(),
  description: optionalText(),
  startDate: date(),
  endDate: date(),
  status: status.optional(),
  confirmDifferentPatient,
});

/** The edit call: names and further files; absent fields stay. */
export const mergeChunks = z.object({
  checkupId: z.string({ error: checkupMessages.notFound }).min(1).max(100),
  firstName: requiredLine(checkupMessages.editNameMissing),
  lastName: requiredLine(checkupMessages.editNameMissing),
  files: uploadedFiles,
  status: status.optional(),
  name: optionalLine().optional(),
  description: optionalText().optional(),
  startDate: date().optional(),
  endDate: date().optional(),
  confirmDifferentPatient,
});

/** A file whose patient contradicts the examination, and whom it names. */
export const patientDoubt = z.object({
  /** Its display name. */
  file: z.string(),
  /** '' where the file has none. */
  name: z.string(),
  /** YYYY-MM-DD. */
  birthDate: z.string().nullable(),
  sex: z.enum(['F', 'M']).nullable(),
});

/** `files` are recipe files, `xrayFiles` results: visible names. Links have the same order. */
export const checkup = z.object({
  _id: z.string(),
  /** Staff only: the short code, the accession number for machines. */
  code: z.string().optional(),
  /** Staff only: the first file that is held back until they confirm its patient. */
  patientDoubt: patientDoubt.optional(),
  /** Staff only: the record of its patient. */
  patient: z.object({ _id: z.string(), code: z.string() }).optional(),
  firstName: z.string(),
  lastName: z.string(),
  partner: partnerReference,
  name: z.string(),
  description: z.string(),
  startDate: calendarDate,
  endDate: calendarDate,
  files: z.array(z.string()),
  xrayFiles: z.array(z.string()),
  fileLinks: z.array(fileLink),
  xrayFileLinks: z.array(fileLink),
  status: z.enum(checkupStatuses),
  createdAt: instant,
});

/** `diskInfo` is two lines like those of `df -h`: headers with Size, Avail and Use%, and their values. */
export const checkupList = z.object({
  checkups: z.array(checkup),
  pagination: checkupPagination,
  diskInfo: z.string(),
});

export const ownCheckupList = z.object({
  checkups: z.array(checkup),
  pagination: checkupPagination,
});

export const foundCheckup = z.object({ checkup });

/** Other examinations of the same patient, newest first. */
export const earlierCheckups = z.object({ checkups: z.array(checkup) });

/** `patientDoubt`: a file is held back. */
export const checkupAnswer = z.object({
  checkup,
  message: z.string(),
  patientDoubt: patientDoubt.optional(),
});

export type PatientDoubt = z.output<typeof patientDoubt>;
export type Checkup = z.output<typeof checkup>;
export type CheckupList = z.output<typeof checkupList>;
export type OwnCheckupList = z.output<typeof ownCheckupList>;
export type FoundCheckup = z.output<typeof foundCheckup>;
export type EarlierCheckups = z.output<typeof earlierCheckups>;
export type CreateCheckup = z.output<typeof createCheckup>;
export type MergeChunks = z.output<typeof mergeChunks>;
