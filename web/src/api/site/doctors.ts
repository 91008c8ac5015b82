import type { Doctor, DoctorFields } from '@deqiq/contract/site/doctors.ts';
import { adminList, type ListFilters } from '../http/admin-list.ts';
import { call } from '../http/call.ts';
import { PICTURES_TIMEOUT } from '../http/form-data.ts';
import { invalidateAfter } from '../http/query.ts';

const LIST = ['admin', 'partnercards'] as const;
const timeoutMs = PICTURES_TIMEOUT;

/** Rows per page of the doctors screen (specification, section 9). */
export const DOCTORS_PAGE = 10;

/** Fields of the request; `image` only if there is a new one, `images` are the new certificates. */
export type DoctorForm = DoctorFields & { image?: File; images: File[] };

/** Which of the existing pictures stay and which are deleted, by file name. */
export type KeptPictures = { existingImageUrl: string; deletedImageUrls: string[] };

export const doctorsQuery = (page: number, name: string, filters?: ListFilters) =>
  adminList('partnercards', page, { limit: DOCTORS_PAGE, name }, filters);

export const createDoctor = (form: DoctorForm) =>
  invalidateAfter(LIST, call('POST /api/admin/partnercards', { form, timeoutMs }));

export function updateDoctor(doctor: Doctor, form: DoctorForm, pictures: KeptPictures) {
  const { existingImageUrl, deletedImageUrls } = pictures;
  const removed = JSON.stringify(deletedImageUrls);
  return invalidateAfter(
    LIST,
    call('PATCH /api/admin/partnercards/:id', {
      params: { id: doctor._id },
      form: { ...form, existingImageUrl, deletedImageUrls: removed },
      timeoutMs,
    }),
  );
}

export const deleteDoctor = (doctor: Doctor) =>
  invalidateAfter(LIST, call('DELETE /api/admin/partnercards/:id', { params: { id: doctor._id } }));
