import * as texts from '@deqiq/messages/referrals/patients.js';
import * as z from 'zod';
import { checkup } from '../../examinations/checkups.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE } from '../../shared/limits.ts';
import {
  checkupPagination,
  dayFilters,
  pageQueryByName,
  search,
  sortBy,
} from '../../shared/paging.ts';
import { email, optionalLine, optionalText } from '../../shared/text.ts';
import { calendarDate, instant, optionalDate } from '../../shared/time/dates.ts';
import { referral } from '../referrals.ts';
import { optionalPhone, personFields, sexes } from './person-fields.ts';

/** FİN of an identity card, or the number of another document. */
const NATIONAL_ID = /^[A-Z\d]{5,20}$/;

const nationalId = optionalLine()
  .transform((text) => text.replace(/[\s-]/g, '').toUpperCase())
  .refine((text) => text === '' || NATIONAL_ID.test(text), { error: texts.badNationalId });

/** Fields in the order in which the first error is shown. */
export const patientFields = personFields.extend({
  phone: optionalPhone,
  email: optionalLine().pipe(
    z.union([z.literal(''), email(texts.badEmail)], { error: texts.badEmail }),
  ),
  nationalId,
  note: optionalText(),
});

export const patient = z.object({
  _id: z.string(),
  /** The PatientID for machines. */
  code: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  fatherName: z.string(),
  birthDate: calendarDate,
  sex: z.enum(sexes).nullable(),
  phone: z.string(),
  email: z.string(),
  nationalId: z.string(),
  note: z.string(),
  createdAt: instant,
  /** The record that it was merged into. */
  mergedInto: z.string().nullable(),
});

const day = optionalDate(texts.badBirthDate).transform((date) => date ?? undefined);

/** Filters apply together. `name` also takes a patient's code. */
export const patientQuery = pageQueryByName(PAGE_SIZE.adminPatients).extend({
  sort: sortBy(['name', 'date']),
  birthDate: day,
  phone: search,
  nationalId: search,
  ...dayFilters,
});

/** The fields that are filled in so far. */
export const similarQuery = z.object({
  firstName: search,
  lastName: search,
  birthDate: day,
  phone: search,
  nationalId: search,
});

export const patientList = z.object({
  patients: z.array(patient).max(MAX_PAGE_SIZE),
  pagination: checkupPagination,
});

/** Max patients that may be the same person, and rows of a patient's page. */
export const MAX_SIMILAR = 10;
export const MAX_VISITS = 100;

export const similarPatients = z.object({ patients: z.array(patient).max(MAX_SIMILAR) });

/** `aliases`: records that were merged into this one. */
export const foundPatient = z.object({
  patient,
  aliases: z.array(patient),
  checkups: z.array(checkup),
  referrals: z.array(referral),
});

/** Max openings on the page of a patient. */
export const MAX_OPENINGS = 30;

/** The last time that a person opened files of an examination; `visitor`: with a link that was shared. */
const opening = z.object({
  checkup: z.string(),
  name: z.string(),
  at: instant,
  role: z.enum(['staff', 'partner', 'visitor']),
  /** '' for visitors, and where the person was removed. */
  person: z.string(),
  isDownload: z.boolean(),
});

/** Newest first. */
export const openings = z.object({ openings: z.array(opening).max(MAX_OPENINGS) });

export const patientAnswer = z.object({ patient, message: z.string() });

export const otherPatient = z.object({
  other: z.string({ error: texts.otherMissing }).trim().min(1, { error: texts.otherMissing }),
});

/** An examination or a referral that came to the survivor after a merge, and stays there. */
const laterObject = z.object({
  kind: z.enum(['checkup', 'referral']),
  _id: z.string(),
  at: instant,
});

export const unmergeAnswer = patientAnswer.extend({ later: z.array(laterObject) });

/** '' in a form is null. */
export const linkedPatient = z.object({
  patient: z
    .string({ error: texts.patientMissing })
    .trim()
    .nullable()
    .transform((id) => id || null),
});

export type PatientFields = z.output<typeof patientFields>;
export type Patient = z.output<typeof patient>;
export type PatientList = z.output<typeof patientList>;
export type FoundPatient = z.output<typeof foundPatient>;
export type Openings = z.output<typeof openings>;
export type PatientAnswer = z.output<typeof patientAnswer>;
export type UnmergeAnswer = z.output<typeof unmergeAnswer>;
export type LaterObject = z.output<typeof laterObject>;
type FullQuery = z.output<typeof patientQuery>;
export type PatientQuery = Pick<FullQuery, 'page' | 'limit' | 'name'> & Partial<FullQuery>;
export type SimilarQuery = Partial<z.output<typeof similarQuery>>;
