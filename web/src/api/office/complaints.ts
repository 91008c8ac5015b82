import type { Complaint } from '@deqiq/contract/office/complaint-lists.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { adminList, type ListFilters } from '../http/admin-list.ts';
import { call } from '../http/call.ts';
import { invalidateAfter } from '../http/query.ts';

export const complaintsQuery = (page: number, fullName: string, filters?: ListFilters) =>
  adminList('reports', page, { limit: PAGE_SIZE.adminComplaints, fullName }, filters);

export const deleteComplaint = (complaint: Complaint) =>
  invalidateAfter(
    ['admin', 'reports'],
    call('DELETE /api/admin/reports/:id', { params: { id: complaint._id } }),
  );
