import type { Doctor, DoctorFields, DoctorList } from '@deqiq/contract/doctors.ts';
import { adminList } from './http/admin-list.ts';
import { formData, PICTURES_TIMEOUT } from './http/form-data.ts';
import { http } from './http/http.ts';
import { invalidateAfter } from './http/query.ts';

const PATH = '/api/admin/partnercards';
const LIST = ['admin', 'partnercards'] as const;
const options = { timeoutMs: PICTURES_TIMEOUT };

/** Rows per page of the doctors screen (specification, section 9). */
export const DOCTORS_PAGE = 10;

/** Fields of the request; `image` only if there is a new one, `images` are the new certificates. */
export type DoctorForm = DoctorFields & { image?: File; images: File[] };

/** Which of the existing pictures stay and which are deleted, by file name. */
export type KeptPictures = { existingImageUrl: string; deletedImageUrls: string[] };

export const doctorsQuery = (page: number, name: string) =>
  adminList<DoctorList>('partnercards', page, { limit: DOCTORS_PAGE, name });

export const createDoctor = (form: DoctorForm) =>
  invalidateAfter(LIST, http.post(PATH, formData(form), options));

export function updateDoctor(doctor: Doctor, form: DoctorForm, pictures: KeptPictures) {
  const { existingImageUrl, deletedImageUrls } = pictures;
  const removed = JSON.stringify(deletedImageUrls);
  const body = formData({ ...form, existingImageUrl, deletedImageUrls: removed });
  return invalidateAfter(LIST, http.patch(`${PATH}/${doctor._id}`, body, options));
}

export const deleteDoctor = (doctor: Doctor) =>
  invalidateAfter(LIST, http.delete(`${PATH}/${doctor._id}`));
