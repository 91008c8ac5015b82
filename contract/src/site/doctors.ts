import * as doctorMessages from '@deqiq/messages/site/doctors.js';
import * as z from 'zod';
import { LINE_MAX, PAGE_SIZE } from '../shared/limits.ts';
import { type FilteredQuery, pageQueryByName, sortBy } from '../shared/paging.ts';
import { optionalLine, requiredLine, textList } from '../shared/text.ts';

/** Fields in the order in which the first error is shown; `image` and `images` follow them. */
export const doctorFields = z.object({
  firstName: requiredLine(doctorMessages.firstNameMissing),
  lastName: requiredLine(doctorMessages.lastNameMissing),
  phone: requiredLine(doctorMessages.phoneMissing),
  clinicName: optionalLine(),
  instagram: optionalLine(),
});

const certificateNames = textList(doctorMessages.badDeletedList, LINE_MAX).transform(
  (names) => names ?? [],
);

/**
 * Absent fields stay. `existingImageUrl` keeps the picture; if it is empty, a new picture is required.
 * `deletedImageUrls` names the certificates to remove: a list, or the same list as a JSON string. Unknown names are
 * ignored.
 */
export const doctorChanges = z.object({
  firstName: doctorFields.shape.firstName.optional(),
  lastName: doctorFields.shape.lastName.optional(),
  phone: doctorFields.shape.phone.optional(),
  clinicName: optionalLine().optional(),
  instagram: optionalLine().optional(),
  existingImageUrl: z.string().nullish(),
  deletedImageUrls: certificateNames,
});

/** `imageUrl` and `imageUrls` (the certificates) are file names under the path of card pictures. */
export const doctor = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  clinicName: z.string(),
  instagram: z.string(),
  imageUrl: z.string(),
  imageUrls: z.array(z.string()),
});

export const doctorQuery = pageQueryByName(PAGE_SIZE.adminDoctors).extend({
  sort: sortBy(['name', 'date']),
});

export const doctorList = z.object({
  partnerCards: z.array(doctor),
  totalPages: z.int(),
});

/** For the public page: all of them. */
export const publicDoctors = z.object({ partnerCards: z.array(doctor) });

export const oneDoctor = z.object({ partnerCard: doctor });

export const doctorAnswer = z.object({ partnerCard: doctor, message: z.string() });

export type Doctor = z.output<typeof doctor>;
export type DoctorFields = z.output<typeof doctorFields>;
export type DoctorChanges = z.output<typeof doctorChanges>;
export type DoctorQuery = FilteredQuery<z.output<typeof doctorQuery>>;
export type DoctorList = z.output<typeof doctorList>;
export type PublicDoctors = z.output<typeof publicDoctors>;
