import type { Report } from '@deqiq/contract/report-lists.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { adminList, type ListFilters } from './http/admin-list.ts';
import { call } from './http/call.ts';
import { invalidateAfter } from './http/query.ts';

export const reportsQuery = (page: number, fullName: string, filters?: ListFilters) =>
  adminList('reports', page, { limit: PAGE_SIZE.adminReports, fullName }, filters);

export const deleteReport = (report: Report) =>
  invalidateAfter(
    ['admin', 'reports'],
    call('DELETE /api/admin/reports/:id', { params: { id: report._id } }),
  );
