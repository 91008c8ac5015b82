import * as z from 'zod';
import { PAGE_SIZE } from '../shared/limits.ts';
import { pageQueryByName } from '../shared/paging.ts';
import { staffText } from '../shared/text.ts';

/** Messages of the clinics screen: specification, sections 5 and 8. */
export const clinicMessages = {
  titleMissing: 'Please enter a title',
  phoneMissing: 'Please enter a phone number',
  instagramMissing: 'Please enter an instagram link',
  imageMissing: 'Please upload a clinic image',
  created: 'Klinik uğurla əlavə edildi',
  updated: 'Klinik məlumatları uğurla yeniləndi',
  saveFailed: 'Klinik məlumatları yenilənə bilmədi',
  deleted: 'Klinik uğurla silindi',
  deleteFailed: 'Failed to delete the clinic.',
  notFound: 'Klinik tapılmadı',
  listFailed: 'Failed to load clinics',
} as const;

/** The default location; our form has no such field. */
export const DEFAULT_LOCATION = 'Bakı, Azərbaycan';

/** Fields in the order in which the first error is shown; `image` follows them in the form. */
export const clinicFields = z.object({
  title: staffText.requiredLine(clinicMessages.titleMissing),
  phone: staffText.requiredLine(clinicMessages.phoneMissing),
  instagram: staffText.requiredLine(clinicMessages.instagramMissing),
  location: staffText.optionalLine().optional(),
});

/** Absent fields stay; present fields must not be blank. */
export const clinicChanges = clinicFields.partial();

/** `imageUrl` is a file name under the path of clinic pictures. */
export const clinic = z.object({
  _id: z.string(),
  title: z.string(),
  phone: z.string(),
  location: z.string(),
  instagram: z.string(),
  imageUrl: z.string(),
});

export const clinicQuery = pageQueryByName(PAGE_SIZE.adminClinics);

export const clinicList = z.object({ clinics: z.array(clinic), totalPages: z.int() });

/** For the public page: all of them. */
export const publicClinics = z.object({ clinics: z.array(clinic) });

export const oneClinic = z.object({ clinic });

export const clinicAnswer = z.object({ clinic, message: z.string() });

export type Clinic = z.output<typeof clinic>;
export type ClinicFields = z.output<typeof clinicFields>;
export type ClinicChanges = z.output<typeof clinicChanges>;
export type ClinicQuery = z.output<typeof clinicQuery>;
export type ClinicList = z.output<typeof clinicList>;
export type PublicClinics = z.output<typeof publicClinics>;
