import * as texts from '@deqiq/messages/referrals/referrals.js';
import * as z from 'zod';
import { fileLink } from '../imaging/files.ts';
import { partnerReference } from '../people/partners.ts';
import { errorBody } from '../shared/errors.ts';
import { LINE_MAX, MAX_PAGE_SIZE, PAGE_SIZE } from '../shared/limits.ts';
import {
  checkupPagination,
  dayFilters,
  type FilteredQuery,
  optionalFilter,
  pageQueryByName,
  partnerFilter,
  sortBy,
  statusFilter,
} from '../shared/paging.ts';
import { type ErrorText, optionalLine, optionalText, requiredLine } from '../shared/text.ts';
import { calendarDate, instant } from '../shared/time/dates.ts';
import { personFields, requiredPhone, sexes } from './patients/person-fields.ts';
import { referralMovers, referralStates } from './referral-states.ts';
import { isTooth } from './teeth.ts';

export const referredExaminations = [
  'panoramic',
  'cbct',
  'cephalometric',
  'bitewing',
  'periapical',
  'tmj',
  'sinus',
  'photo',
  'model-scan',
] as const;
export type ReferredExamination = (typeof referredExaminations)[number];

export const purposes = [
  'implant',
  'endodontics',
  'orthodontics',
  'surgery',
  'periodontology',
  'caries',
  'tmj',
  'pathology',
  'follow-up',
  'other',
] as const;

export const regions = [
  'upper-jaw',
  'lower-jaw',
  'both-jaws',
  'left-tmj',
  'right-tmj',
  'both-tmj',
  'sinuses',
] as const;

export const urgencies = ['routine', 'soon', 'urgent'] as const;

export const pregnancies = ['no', 'possible', 'yes'] as const;

const ASSIGNEE = /^[\w-]{1,100}$/;

/** Pictures of one referral, and bytes of each. */
export const MAX_ATTACHMENTS = 5;
export const MAX_ATTACHMENT_BYTES = 10 * 1024 * 1024;

/** A field that forms send as JSON text. */
export const fromJson = <Schema extends z.ZodType>(schema: Schema, message: ErrorText) =>
  z.preprocess((sent, context) => {
    if (typeof sent !== 'string') return sent;
    if (sent.trim() === '') return undefined;
    try {
      return JSON.parse(sent) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: message() });
      return z.NEVER;
    }
  }, schema);

const tooth = z
  .union([z.number(), z.string().regex(/^\d{2}$/)], { error: texts.badTeeth })
  .transform(Number)
  .refine((number) => Number.isInteger(number) && isTooth(number), { error: texts.badTeeth });

const teeth = fromJson(
  z
    .array(tooth, { error: texts.badTeeth })
    .max(60, { error: texts.badTeeth })
    .nullish()
    .transform((numbers) => [...new Set(numbers)].sort((one, other) => one - other)),
  texts.badTeeth,
);

const person = fromJson(
  z.object({ ...personFields.shape, phone: requiredPhone }, { error: texts.patientMissing }),
  texts.patientMissing,
);

/** '' and null are absent. */
const optionalChoice = <const Choices extends readonly [string, ...string[]]>(
  choices: Choices,
  error: ErrorText,
) =>
  z
    .union([z.enum(choices), z.literal('')], { error })
    .nullish()
    .transform((value) => (value === '' || value === undefined ? null : value));

const flag = z
  .union([z.boolean(), z.enum(['true', 'false', ''])], { error: texts.badReportWanted })
  .nullish()
  .transform((value) => String(value) === 'true');

/** Fields of a partner, in the order in which the first error is shown. */
export const referralFields = z.object({
  patient: person,
  examination: z.enum(referredExaminations, { error: texts.badExamination }),
  purpose: z.enum(purposes, { error: texts.badPurpose }),
  teeth,
  region: optionalChoice(regions, texts.badRegion),
  question: optionalText(),
  urgency: optionalChoice(urgencies, texts.badUrgency).transform((value) => value ?? 'routine'),
  pregnancy: optionalChoice(pregnancies, texts.badPregnancy),
  reportWanted: flag,
});

/** By telephone, or from a reservation. */
export const referralOfPartner = referralFields.extend({
  partner: requiredLine(texts.partnerMissing),
});

export const acceptReferral = z.object({
  /** The record of the patient; without it a new one is made. */
  patient: optionalLine(),
});

export const withReason = z.object({ reason: requiredLine(texts.reasonMissing) });
export const withOwnReason = z.object({ reason: optionalLine(LINE_MAX) });

/** null: no one. */
const assigneeId = z
  .string({ error: texts.badAssignee })
  .regex(ASSIGNEE, { error: texts.badAssignee })
  .nullable();

/** `instead`: who was responsible as the caller saw it. Nothing changes where that is another person by now. */
export const assignReferral = z.object({ assignee: assigneeId, instead: assigneeId.optional() });

export type AssignReferral = z.output<typeof assignReferral>;

const appointment = z.object({
  _id: z.string(),
  /** null where staff booked without one. */
  kind: z.string().nullable(),
  device: z.string(),
  startsAt: instant,
  minutes: z.int(),
});

const assignee = z.object({ _id: z.string(), name: z.string() });

const step = z.object({
  state: z.enum(referralStates),
  at: instant,
  by: z.enum(referralMovers),
  reason: z.string().optional(),
  /** Staff only: the person. */
  name: z.string().optional(),
});

export const referral = z.object({
  _id: z.string(),
  code: z.string(),
  state: z.enum(referralStates),
  /** As the partner wrote it. `_id` and `code`: staff only, the record once it is accepted. */
  patient: z.object({
    _id: z.string().optional(),
    code: z.string().optional(),
    firstName: z.string(),
    lastName: z.string(),
    fatherName: z.string(),
    birthDate: calendarDate,
    sex: z.enum(sexes).nullable(),
    phone: z.string(),
  }),
  examination: z.enum(referredExaminations),
  purpose: z.enum(purposes),
  teeth: z.array(z.int()),
  region: z.enum(regions).nullable(),
  question: z.string(),
  urgency: z.enum(urgencies),
  pregnancy: z.enum(pregnancies).nullable(),
  reportWanted: z.boolean(),
  attachments: z.array(fileLink),
  partner: partnerReference,
  appointment: appointment.nullable(),
  /** The id of its examination, unless that is deleted. */
  checkup: z.string().nullable(),
  history: z.array(step),
  createdAt: instant,
  /** Staff only: who is responsible; null while no one is. */
  assignee: assignee.nullable().optional(),
});

const stateFilter = statusFilter(referralStates);

export const ownReferralQuery = pageQueryByName(PAGE_SIZE.partnerReferrals).extend({
  state: stateFilter,
  ...dayFilters,
});

/** Filters apply together. `name` also takes a referral's code. */
export const referralQuery = pageQueryByName(PAGE_SIZE.adminReferrals).extend({
  sort: sortBy(['date']),
  state: stateFilter,
  partner: partnerFilter,
  /** An id, `me`, or `none`. */
  assignee: optionalFilter(z.string().regex(ASSIGNEE), texts.badAssignee),
  ...dayFilters,
});

export const referralList = z.object({
  referrals: z.array(referral).max(MAX_PAGE_SIZE),
  pagination: checkupPagination,
});

export const foundReferral = z.object({ referral });

export const referralAnswer = z.object({ referral, message: z.string() });

/** `referral`: in its present state. */
export const referralConflict = errorBody.extend({ referral: referral.optional() });

export type ReferralFields = z.output<typeof referralFields>;
export type ReferralOfPartner = z.output<typeof referralOfPartner>;
export type Referral = z.output<typeof referral>;
export type ReferralList = z.output<typeof referralList>;
export type FoundReferral = z.output<typeof foundReferral>;
export type ReferralAnswer = z.output<typeof referralAnswer>;
export type ReferralQuery = FilteredQuery<z.output<typeof referralQuery>>;
export type OwnReferralQuery = FilteredQuery<z.output<typeof ownReferralQuery>>;
