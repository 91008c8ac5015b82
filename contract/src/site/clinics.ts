import * as clinicMessages from '@deqiq/messages/site/clinics.js';
import * as z from 'zod';
import { PAGE_SIZE } from '../shared/limits.ts';
import { type FilteredQuery, pageQueryByName, sortBy } from '../shared/paging.ts';
import { optionalLine, requiredLine } from '../shared/text.ts';

/** Fields in the order in which the first error is shown; `image` follows them in the form. */
export const clinicFields = z.object({
  title: requiredLine(clinicMessages.titleMissing),
  phone: requiredLine(clinicMessages.phoneMissing),
  instagram: requiredLine(clinicMessages.instagramMissing),
  location: optionalLine().optional(),
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

export const clinicQuery = pageQueryByName(PAGE_SIZE.adminClinics).extend({
  sort: sortBy(['name', 'date']),
});

export const clinicList = z.object({ clinics: z.array(clinic), totalPages: z.int() });

/** For the public page: all of them. */
export const publicClinics = z.object({ clinics: z.array(clinic) });

export const oneClinic = z.object({ clinic });

export const clinicAnswer = z.object({ clinic, message: z.string() });

export type Clinic = z.output<typeof clinic>;
export type ClinicFields = z.output<typeof clinicFields>;
export type ClinicChanges = z.output<typeof clinicChanges>;
export type ClinicQuery = FilteredQuery<z.output<typeof clinicQuery>>;
export type ClinicList = z.output<typeof clinicList>;
export type PublicClinics = z.output<typeof publicClinics>;
