import type { Clinic, ClinicFields, ClinicList } from '@deqiq/contract/clinics.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { adminList } from './http/admin-list.ts';
import { formData, PICTURES_TIMEOUT } from './http/form-data.ts';
import { http } from './http/http.ts';
import { invalidateAfter } from './http/query.ts';

const PATH = '/api/admin/clinics';
const LIST = ['admin', 'clinics'] as const;
const options = { timeoutMs: PICTURES_TIMEOUT };

/** Fields of the request; `image` only if there is a new one. */
export type ClinicForm = ClinicFields & { image?: File };

export const clinicsQuery = (page: number, name: string) =>
  adminList<ClinicList>('clinics', page, { limit: PAGE_SIZE.adminClinics, name });

export const createClinic = (form: ClinicForm) =>
  invalidateAfter(LIST, http.post(PATH, formData(form), options));

export const updateClinic = (clinic: Clinic, form: ClinicForm) =>
  invalidateAfter(LIST, http.patch(`${PATH}/${clinic._id}`, formData(form), options));

export const deleteClinic = (clinic: Clinic) =>
  invalidateAfter(LIST, http.delete(`${PATH}/${clinic._id}`));
