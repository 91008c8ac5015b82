import * as z from 'zod';
import { partnerReference } from '../people/partners.ts';
import { sexes } from '../referrals/patients/person-fields.ts';
import { purposes, referredExaminations, regions, urgencies } from '../referrals/referrals.ts';
import { errorBody } from '../shared/errors.ts';
import { PAGE_SIZE } from '../shared/limits.ts';
import { checkupPagination, pageQueryByName } from '../shared/paging.ts';
import { calendarDate, instant } from '../shared/time/dates.ts';
import { MINUTE } from '../shared/time/durations.ts';

/** Milliseconds after which an examination is free again whose reader has saved no draft. */
export const READING_EXPIRY = 30 * MINUTE;

export const readingQuery = pageQueryByName(PAGE_SIZE.adminReading);

/** The radiologist who has taken an examination. */
export const reader = z.object({
  name: z.string(),
  /** Whether it is the caller. */
  isOwn: z.boolean(),
  takenAt: instant,
  /** When the examination is free again, unless the reader saves a draft. */
  until: instant,
});

/** An examination whose doctor waits for a report. */
const readingEntry = z.object({
  /** Of the examination. */
  _id: z.string(),
  code: z.string(),
  name: z.string(),
  patient: z.object({
    firstName: z.string(),
    lastName: z.string(),
    birthDate: calendarDate,
    sex: z.enum(sexes).nullable(),
  }),
  partner: partnerReference,
  examination: z.enum(referredExaminations),
  purpose: z.enum(purposes),
  teeth: z.array(z.int()),
  region: z.enum(regions).nullable(),
  question: z.string(),
  urgency: z.enum(urgencies),
  /** When it was examined. */
  since: instant,
  reader: reader.nullable(),
});

/** Urgent ones first, then those that wait longest. */
export const readingList = z.object({
  examinations: z.array(readingEntry),
  pagination: checkupPagination,
});

export const readingAnswer = z.object({ reader, message: z.string() });

/** `reader`: the colleague who was faster. */
export const readingConflict = errorBody.extend({ reader: reader.optional() });

export type ReadingQuery = z.output<typeof readingQuery>;
export type Reader = z.output<typeof reader>;
export type ReadingEntry = z.output<typeof readingEntry>;
export type ReadingList = z.output<typeof readingList>;
export type ReadingAnswer = z.output<typeof readingAnswer>;
