import type {
  createLab as createLabSchema,
  Lab,
  LabList,
  LabStatus,
} from '@deqiq/contract/labs.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import type * as z from 'zod';
import { adminList, type ListFilters } from './http/admin-list.ts';
import { formData } from './http/form-data.ts';
import { http } from './http/http.ts';
import { invalidateAfter } from './http/query.ts';

const PATH = '/api/admin/labs';
const LIST = ['admin', 'labs'] as const;

/** Fields of the request: `partner` is an id, the dates are `YYYY-MM-DD`. */
export type LabForm = z.input<typeof createLabSchema>;

export const labsQuery = (page: number, name: string, filters?: ListFilters) =>
  adminList<LabList>('labs', page, { limit: PAGE_SIZE.adminLabs, name }, filters);

export const createLab = (form: LabForm) => invalidateAfter(LIST, http.post(PATH, formData(form)));

export const updateLab = (lab: Lab, form: LabForm) =>
  invalidateAfter(LIST, http.put(`${PATH}/${lab._id}`, form));

export const setLabStatus = (lab: Lab, status: LabStatus) =>
  invalidateAfter(LIST, http.patch(`${PATH}/${lab._id}/status`, { status }));

export const deleteLab = (lab: Lab) => invalidateAfter(LIST, http.delete(`${PATH}/${lab._id}`));
