import * as texts from '@deqiq/messages/reports/reports.js';
import * as z from 'zod';
import { fromJson } from '../referrals/referrals.ts';
import { errorBody } from '../shared/errors.ts';
import { instant } from '../shared/time/dates.ts';
import { reportContent, reportTemplate } from './content/report-content.ts';
import { type signReport, reportVersion as version } from './report-actions.ts';

export const reportStates = ['draft', 'signed', 'withdrawn'] as const;
export type ReportState = (typeof reportStates)[number];

/** Addenda of one report. */
export const MAX_ADDENDA = 50;

export const createReport = z.object({ template: reportTemplate });

/** `version`: of the draft that the author changed. */
export const saveReport = z.object({
  version,
  content: fromJson(reportContent, texts.unknownKey),
});

export const deleteReportQuery = z.object({ version: version.optional() });

const person = z.object({ name: z.string(), title: z.string() });

const addendum = z.object({
  text: z.string(),
  author: person,
  at: instant,
  /** Of the addendum and of the hash before it, in hexadecimal digits. */
  sha256: z.string(),
});

export const report = z.object({
  _id: z.string(),
  checkup: z.string(),
  state: z.enum(reportStates),
  /** 1 for a new draft; each saved change adds 1. Signing keeps it. */
  version: z.int(),
  content: reportContent,
  /** Of a signed report as it was when it was signed. */
  author: person.extend({ licence: z.string() }),
  /** Whether the caller wrote it. */
  isOwn: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
  signedAt: instant.nullable(),
  /** Of the canonical bytes of a signed report, in hexadecimal digits. */
  sha256: z.string().nullable(),
  /** Ed25519 over the canonical bytes, in Base64, and the id of the key (`reportKeys`). */
  signature: z.object({ key: z.string(), value: z.string() }).nullable(),
  countersignedBy: person.extend({ at: instant }).nullable(),
  withdrawal: z.object({ reason: z.string(), at: instant, by: person }).nullable(),
  addenda: z.array(addendum).max(MAX_ADDENDA),
});

/** `previous`: the newest signed report of the patient's earlier examinations, where the examination has a patient. */
export const reportList = z.object({
  reports: z.array(report),
  previous: z.object({ report, examination: z.string() }).nullable(),
});

export const foundReport = z.object({ report });

export const reportAnswer = z.object({ report, message: z.string() });

/** `report`: in its present version and state. */
export const reportConflict = errorBody.extend({ report: report.optional() });

/** `report`: the newest signed one that is not withdrawn. `earlier`: the other signed ones, newest first. */
export const partnerReport = z.object({ report: report.nullable(), earlier: z.array(report) });

/** Public halves of the keys that have signed reports, newest first: PEM (SubjectPublicKeyInfo) of Ed25519. */
export const reportKeys = z.object({
  keys: z.array(
    z.object({
      _id: z.string(),
      algorithm: z.literal('Ed25519'),
      publicKey: z.string(),
      createdAt: instant,
    }),
  ),
});

export type SaveReport = z.output<typeof saveReport>;
export type SignReport = z.output<typeof signReport>;
export type DiagnosticReport = z.output<typeof report>;
export type ReportList = z.output<typeof reportList>;
export type ReportAnswer = z.output<typeof reportAnswer>;
export type PartnerReport = z.output<typeof partnerReport>;
export type ReportKeys = z.output<typeof reportKeys>;
