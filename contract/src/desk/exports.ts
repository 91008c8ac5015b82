import * as texts from '@deqiq/messages/shared/paging.js';
import * as textLimits from '@deqiq/messages/shared/text.js';
import * as z from 'zod';
import { nameQuery } from '../shared/paging.ts';

/** Lists of the back-office that can be exported, named like their calls. */
export const exportedLists = [
  'referrals',
  'patients',
  'partners',
  'checkups',
  'applications/partner',
  'applications/reservation',
  'applications/contact',
  'payments',
  'partner-stats',
  'partnercards',
  'clinics',
  'labs',
  'reports',
] as const;

export type ExportedList = (typeof exportedLists)[number];

export const exportFormats = ['xlsx', 'csv'] as const;

export type ExportFormat = (typeof exportFormats)[number];

/** Characters: the ids of a page of rows. */
const IDS_MAX = 5_000;

/** The active search, the format and the rows: all, or those of these ids, separated by commas. The default is CSV. */
export const exportQuery = nameQuery.extend({
  format: z.enum(exportFormats, { error: texts.badFormat }).default('csv'),
  ids: z
    .string()
    .max(IDS_MAX, { error: () => textLimits.tooLong({ limit: IDS_MAX }) })
    .transform((ids) => new Set(ids.split(',').filter((id) => id.trim() !== '')))
    .refine(({ size }) => size > 0, { error: texts.noIds })
    .optional(),
});

export const exportMediaTypes: Record<ExportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

export const exportPath = (list: ExportedList): string => `/api/admin/exports/${list}`;

/** The name of the file: `partner-stats-2026-11-20.xlsx`. */
export const exportFileName = (list: ExportedList, day: string, format: ExportFormat): string =>
  `${list.replace('/', '-')}-${day}.${format}`;
