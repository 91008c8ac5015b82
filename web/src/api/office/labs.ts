import type { Lab, LabStatus } from '@deqiq/contract/office/labs.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { adminList, type ListFilters } from '../http/admin-list.ts';
import { call } from '../http/call.ts';
import type { Body } from '../http/endpoint-types.ts';
import { invalidateAfter } from '../http/query.ts';

const LIST = ['admin', 'labs'] as const;

/** Fields of the request: `partner` is an id, the dates are `YYYY-MM-DD`. */
export type LabForm = Body<'POST /api/admin/labs'>;

export const labsQuery = (page: number, name: string, filters?: ListFilters) =>
  adminList('labs', page, { limit: PAGE_SIZE.adminLabs, name }, filters);

export const createLab = (form: LabForm) =>
  invalidateAfter(LIST, call('POST /api/admin/labs', { form }));

export const updateLab = (lab: Lab, form: LabForm) =>
  invalidateAfter(LIST, call('PUT /api/admin/labs/:id', { params: { id: lab._id }, body: form }));

export const setLabStatus = (lab: Lab, status: LabStatus) =>
  invalidateAfter(
    LIST,
    call('PATCH /api/admin/labs/:id/status', { params: { id: lab._id }, body: { status } }),
  );

export const deleteLab = (lab: Lab) =>
  invalidateAfter(LIST, call('DELETE /api/admin/labs/:id', { params: { id: lab._id } }));
