import { MAX_PICTURE_BYTES, MAX_PICTURES_BYTES } from '@deqiq/contract/shared/limits.ts';
import * as z from 'zod';
import { type FormFile, formFile } from './form-fields.ts';

/** Bytes of fields and boundaries around the pictures of a form. */
const FORM_OVERHEAD = 262_144;

/** Bytes of a form with one picture; somewhat more than the picture may have, so that it is told why. */
export const PICTURE_FORM_LIMIT = MAX_PICTURE_BYTES * 2 + FORM_OVERHEAD;

/** Bytes of a form with several pictures. */
export const PICTURES_FORM_LIMIT = MAX_PICTURES_BYTES + FORM_OVERHEAD;

/** A picture that takes the place of another; forms without a new one leave the field out or empty. */
export const newPicture = (message: string) =>
  z
    .union([formFile(message), z.literal('')], { error: message })
    .optional()
    .transform((picture): FormFile | undefined => picture || undefined);

/** Any number of pictures under one key, which repeats. */
export const pictures = (messages: { bad: string; tooMany: string }, most: number) =>
  z
    .union([formFile(messages.bad), z.literal(''), z.array(formFile(messages.bad))], {
      error: messages.bad,
    })
    .optional()
    .transform((pictures): FormFile[] =>
      Array.isArray(pictures) ? pictures : pictures ? [pictures] : [],
    )
    .refine((pictures) => pictures.length <= most, messages.tooMany);
