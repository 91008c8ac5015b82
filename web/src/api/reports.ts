import type { Report, ReportList } from '@deqiq/contract/reports.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { adminList } from './http/admin-list.ts';
import { http } from './http/http.ts';
import { invalidateAfter } from './http/query.ts';

export const reportsQuery = (page: number, fullName: string) =>
  adminList<ReportList>('reports', page, { limit: PAGE_SIZE.adminReports, fullName });

export const deleteReport = (report: Report) =>
  invalidateAfter(['admin', 'reports'], http.delete(`/api/admin/reports/${report._id}`));
