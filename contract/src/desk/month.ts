import * as texts from '@deqiq/messages/desk/month.js';
import * as z from 'zod';
import { partnerReference } from '../people/partners.ts';
import { referredExaminations } from '../referrals/referrals.ts';
import { MONTH } from '../shared/time/dates.ts';
import { DAY } from '../shared/time/durations.ts';

/** `month`: YYYY-MM at the provider; without it the present one. */
export const monthQuery = z.object({
  month: z.string().regex(MONTH, { error: texts.badMonth }).optional(),
});

/** Max days of a workbook. */
export const MAX_PERIOD_DAYS = 366;

const day = z.iso.date({ error: texts.badDay });

/** Days at the provider, both included. */
export const periodQuery = z
  .object({ from: day, to: day })
  .refine(
    ({ from, to }) => from <= to && (Date.parse(to) - Date.parse(from)) / DAY < MAX_PERIOD_DAYS,
    { error: () => texts.badPeriod({ max: MAX_PERIOD_DAYS }), path: ['to'] },
  );

/** `month-2026-11-01-2026-11-30.xlsx` */
export const periodFileName = ({ from, to }: Period): string => `month-${from}-${to}.xlsx`;

export const monthFigures = z.object({
  /** Results that became ready. */
  examinations: z.int(),
  /** Of them, those that their doctor has not opened. */
  unopened: z.int(),
  /** Half of the reported ones had their first signed report within so many hours; null without any. */
  hoursUntilReported: z.number().nullable(),
  /** Half of the opened ones were opened within so many hours; null without any. */
  hoursUntilOpened: z.number().nullable(),
  referrals: z.int(),
  /** New records. */
  patients: z.int(),
  /** Appointments that began and were not cancelled, and those of them that the patient missed. */
  appointments: z.int(),
  missed: z.int(),
  /** Prices of the kinds of appointments to which the patient came, in manat. */
  income: z.number(),
  /** Payments to partners that were made, in manat, and how many of them are gifts. */
  payments: z.number(),
  gifts: z.int(),
});

/** An amount in the month, in the one before, and in the same month last year. */
export const compared = z.object({ count: z.number(), before: z.number(), lastYear: z.number() });

const totals = z.object({ appointments: compared, missed: z.int(), income: compared });

const counts = z.array(z.int());

export const monthAnswer = z.object({
  month: z.string(),
  figures: monthFigures,
  lastMonth: monthFigures,
  lastYear: monthFigures,
  /** Examinations by day of each month, those of the present month until today. */
  days: z.object({ count: counts, before: counts, lastYear: counts }),
  /** Examinations by day of the week, Monday first. */
  weekdays: z.array(compared).length(7),
  /** null: appointments without a kind. */
  kinds: z.array(totals.extend({ examination: z.enum(referredExaminations).nullable() })),
  machines: z.array(totals.extend({ _id: z.string(), name: z.string() })),
  /** Partners of any of the months, those with most examinations first. */
  partners: z.array(
    z.object({
      partner: partnerReference,
      examinations: compared,
      referrals: compared,
      /** Of appointments for its referrals, in manat. */
      income: compared,
      /** As staff typed it; it grows with no examination. */
      typedPatients: z.int(),
      /** Whether at most half as many examinations and referrals came as in as many days of the month before. */
      isSilent: z.boolean(),
    }),
  ),
});

const ownFigures = monthFigures.omit({ patients: true, payments: true, gifts: true, income: true });

/** A partner's own month. */
export const ownMonth = z.object({
  month: z.string(),
  figures: ownFigures,
  lastMonth: ownFigures,
  lastYear: ownFigures,
  days: monthAnswer.shape.days,
});

export type Period = z.output<typeof periodQuery>;
export type Month = z.output<typeof monthAnswer>;
export type MonthFigures = z.output<typeof monthFigures>;
export type Compared = z.output<typeof compared>;
export type OwnMonth = z.output<typeof ownMonth>;
