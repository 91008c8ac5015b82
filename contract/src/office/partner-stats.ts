import * as partnerStatsMessages from '@deqiq/messages/office/partner-stats.js';
import * as z from 'zod';
import { MAX_AMOUNT, MAX_PATIENTS, PAGE_SIZE } from '../shared/limits.ts';
import { amount } from '../shared/money.ts';
import { type FilteredQuery, pageQueryByFullName, sortBy } from '../shared/paging.ts';
import { instant } from '../shared/time/dates.ts';

/** How a change uses its number. */
export const figureActions = ['set', 'add', 'subtract'] as const;
export type FigureAction = (typeof figureActions)[number];

const action = z.enum(figureActions, { error: partnerStatsMessages.badAction });

/** `balance` in manat. The new balance may be negative. */
export const changeBalance = z.object({
  balance: amount(partnerStatsMessages.badAmount, MAX_AMOUNT),
  action,
});

const badCount = { error: partnerStatsMessages.badCount };

/** A whole number from 0; forms send it as text. */
export const changePatients = z.object({
  count: z
    .union(
      [
        z.int(badCount).min(0, badCount).max(MAX_PATIENTS, badCount),
        z
          .string()
          .trim()
          .regex(/^\d{1,9}$/, badCount),
      ],
      badCount,
    )
    .transform(Number)
    .refine((count) => count <= MAX_PATIENTS, badCount),
  action,
});

export const byPartnerId = z.object({ partnerId: z.string() });

/** A partner's figures; `name` is first and last name together, `balance` in manat. */
export const partnerStats = z.object({
  _id: z.string(),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  clinicName: z.string(),
  balance: z.number(),
  sendedPatientsCount: z.int(),
  createdAt: instant,
});

export const partnerStatsQuery = pageQueryByFullName(PAGE_SIZE.adminPartnerStats).extend({
  sort: sortBy(['name', 'balance', 'patients', 'date']),
});

export const partnerStatsList = z.object({
  partners: z.array(partnerStats),
  totalPages: z.int(),
});

export const partnerStatsAnswer = z.object({ partner: partnerStats });

export const partnerStatsChanged = z.object({ partner: partnerStats, message: z.string() });

const totals = z.object({ partners: z.int(), balance: z.number(), patients: z.int() });

/** Totals of all partners; `thisMonth`: changes since the month's first day in Asia/Baku. */
export const partnerStatsOverview = z.object({ overview: totals.extend({ thisMonth: totals }) });

export type PartnerStats = z.output<typeof partnerStats>;
export type PartnerStatsAnswer = z.output<typeof partnerStatsAnswer>;
export type PartnerStatsList = z.output<typeof partnerStatsList>;
export type PartnerStatsQuery = FilteredQuery<z.output<typeof partnerStatsQuery>>;
export type PartnerStatsOverview = z.output<typeof partnerStatsOverview>;
export type ChangeBalance = z.output<typeof changeBalance>;
export type ChangePatients = z.output<typeof changePatients>;
