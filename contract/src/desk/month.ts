import * as texts from '@deqiq/messages/desk/month.js';
import * as z from 'zod';
import { partnerReference } from '../people/partners.ts';
import { referredExaminations } from '../referrals/referrals.ts';

/** `month`: YYYY-MM at the provider; without it the present one. */
export const monthQuery = z.object({
  month: z
    .string()
    .regex(/^2[01]\d\d-(0[1-9]|1[0-2])$/, { error: texts.badMonth })
    .optional(),
});

export const monthFigures = z.object({
  /** Results that became ready. */
  examinations: z.int(),
  /** Of them, those that their doctor has not opened. */
  unopened: z.int(),
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
  /** Payments to partners that were made, in manat. */
  payments: z.number(),
});

const totals = z.object({ appointments: z.int(), missed: z.int(), income: z.number() });

/** How many of something in the month, and in the one before. */
const compared = z.object({ count: z.int(), before: z.int() });

export const monthAnswer = z.object({
  month: z.string(),
  figures: monthFigures,
  lastMonth: monthFigures,
  lastYear: monthFigures,
  /** Examinations by day of the week, Monday first. */
  weekdays: z.array(z.int()).length(7),
  /** null: appointments without a kind. */
  kinds: z.array(totals.extend({ examination: z.enum(referredExaminations).nullable() })),
  machines: z.array(totals.extend({ _id: z.string(), name: z.string() })),
  /** Partners of either month, those with most examinations first. */
  partners: z.array(
    z.object({
      partner: partnerReference,
      examinations: compared,
      referrals: compared,
      /** Whether at most half as many examinations and referrals came as in the month before. */
      isSilent: z.boolean(),
    }),
  ),
});

export type Month = z.output<typeof monthAnswer>;
export type MonthFigures = z.output<typeof monthFigures>;
