import * as z from 'zod';
import { partnerReference } from './partners.ts';
import { instant } from './shared/dates.ts';
import { PAGE_SIZE } from './shared/limits.ts';
import {
  checkupPagination,
  pageQueryByFullName,
  partnerFilter,
  statusFilter,
} from './shared/paging.ts';
import { workProgress, workStatuses } from './work-queues.ts';

// Apart from the form: the partner area needs no schema of the list of staff.

export const report = workProgress.extend({
  _id: z.string(),
  partner: partnerReference.extend({ email: z.string() }),
  message: z.string(),
  createdAt: instant,
});

/** Filters are optional. */
export const reportQuery = pageQueryByFullName(PAGE_SIZE.adminReports).extend({
  partner: partnerFilter,
  status: statusFilter(workStatuses),
});

export const reportList = z.object({
  reports: z.array(report),
  pagination: checkupPagination,
});

export type Report = z.output<typeof report>;
export type ReportList = z.output<typeof reportList>;
type FullQuery = z.output<typeof reportQuery>;
export type ReportQuery = Omit<FullQuery, 'status' | 'partner'> & Partial<FullQuery>;
