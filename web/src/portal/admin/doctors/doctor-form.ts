import { MAX_CERTIFICATES } from '@deqiq/contract/imaging/pictures.ts';
import { type Doctor, doctorFields } from '@deqiq/contract/site/doctors.ts';
import * as doctorMessages from '@deqiq/messages/site/doctors.js';
import * as z from 'zod';
import * as api from '../../../api/site/doctors.ts';
import type { FormPicture } from '../pictures/picture-rules.ts';

export type DoctorValues = {
  firstName: string;
  lastName: string;
  phone: string;
  clinicName: string;
  instagram: string;
  image: FormPicture | null;
  images: FormPicture[];
};

/** The contract's rules, and behind them the pictures: new ones, or those there are. */
export const doctorRules = doctorFields.extend({
  image: z.custom<FormPicture>((picture) => picture !== null, {
    error: doctorMessages.imageMissing,
  }),
  images: z.array(z.custom<FormPicture>()).max(MAX_CERTIFICATES, {
    error: () => doctorMessages.tooManyCertificates({ max: MAX_CERTIFICATES }),
  }),
});

export const emptyDoctor: DoctorValues = {
  firstName: '',
  lastName: '',
  phone: '',
  clinicName: '',
  instagram: '',
  image: null,
  images: [],
};

export function toValues(doctor: Doctor): DoctorValues {
  const { firstName, lastName, phone, clinicName, instagram, imageUrl, imageUrls } = doctor;
  const texts = { firstName, lastName, phone, clinicName, instagram };
  return { ...texts, image: imageUrl || null, images: imageUrls };
}

/** Sends new pictures as files, and by name which of the existing ones stay. */
export function saveDoctor(
  doctor: Doctor | undefined,
  { image, images, ...texts }: z.output<typeof doctorRules>,
): Promise<unknown> {
  const form = {
    ...texts,
    ...(image instanceof File && { image }),
    images: images.filter((picture) => picture instanceof File),
  };
  if (!doctor) return api.createDoctor(form);
  return api.updateDoctor(doctor, form, {
    existingImageUrl: typeof image === 'string' ? image : '',
    deletedImageUrls: doctor.imageUrls.filter((name) => !images.includes(name)),
  });
}
