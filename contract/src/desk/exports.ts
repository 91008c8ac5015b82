import * as texts from '@deqiq/messages/shared/paging.js';
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

/** The active search and the format. The default format is CSV. */
export const exportQuery = nameQuery.extend({
  format: z.enum(exportFormats, { error: texts.badFormat }).default('csv'),
});

export const exportMediaTypes: Record<ExportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

export const exportPath = (list: ExportedList): string => `/api/admin/exports/${list}`;

/** The name of the file: `partner-stats-2026-11-20.xlsx`. */
export const exportFileName = (list: ExportedList, day: string, format: ExportFormat): string =>
  `${list.replace('/', '-')}-${day}.${format}`;
