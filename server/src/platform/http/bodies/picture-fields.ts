import { MAX_PICTURE_BYTES, MAX_PICTURES_BYTES } from '@deqiq/contract/shared/limits.ts';
import type { ErrorText } from '@deqiq/contract/shared/text.ts';
import * as z from 'zod';
import { type FormFile, formFile } from './form-fields.ts';

/** Bytes of fields and boundaries around the pictures of a form. */
const FORM_OVERHEAD = 262_144;

/** Max bytes of a form with one picture: more than a picture may have, so that the error can name the picture. */
export const PICTURE_FORM_LIMIT = MAX_PICTURE_BYTES * 2 + FORM_OVERHEAD;

/** Max bytes of a form with several pictures. */
export const PICTURES_FORM_LIMIT = MAX_PICTURES_BYTES + FORM_OVERHEAD;

/** An optional picture that replaces another; the field may be absent or empty. */
export const newPicture = (message: ErrorText) =>
  z
    .union([formFile(message), z.literal('')], { error: message })
    .optional()
    .transform((picture): FormFile | undefined => picture || undefined);

/** Pictures under one repeated key, at most `max`. */
export const pictures = (messages: { bad: ErrorText; tooMany: ErrorText }, max: number) =>
  z
    .union([formFile(messages.bad), z.literal(''), z.array(formFile(messages.bad))], {
      error: messages.bad,
    })
    .optional()
    .transform((pictures): FormFile[] =>
      Array.isArray(pictures) ? pictures : pictures ? [pictures] : [],
    )
    .refine((pictures) => pictures.length <= max, { error: messages.tooMany });
