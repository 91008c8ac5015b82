import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import type { Clinic, ClinicFields } from '@deqiq/contract/site/clinics.ts';
import { adminList, type ListFilters } from '../http/admin-list.ts';
import { call } from '../http/call.ts';
import { PICTURES_TIMEOUT } from '../http/form-data.ts';
import { invalidateAfter } from '../http/query.ts';

const LIST = ['admin', 'clinics'] as const;
const timeoutMs = PICTURES_TIMEOUT;

/** Fields of the request; `image` only if there is a new one. */
export type ClinicForm = ClinicFields & { image?: File };

export const clinicsQuery = (page: number, name: string, filters?: ListFilters) =>
  adminList('clinics', page, { limit: PAGE_SIZE.adminClinics, name }, filters);

export const createClinic = (form: ClinicForm) =>
  invalidateAfter(LIST, call('POST /api/admin/clinics', { form, timeoutMs }));

export const updateClinic = (clinic: Clinic, form: ClinicForm) =>
  invalidateAfter(
    LIST,
    call('PATCH /api/admin/clinics/:id', { params: { id: clinic._id }, form, timeoutMs }),
  );

export const deleteClinic = (clinic: Clinic) =>
  invalidateAfter(LIST, call('DELETE /api/admin/clinics/:id', { params: { id: clinic._id } }));
