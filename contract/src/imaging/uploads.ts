import * as uploadMessages from '@deqiq/messages/imaging/uploads.js';
import * as z from 'zod';
import { FILE_NAME_MAX, MAX_CHUNKS, MAX_FILES_PER_CALL } from '../shared/limits.ts';
import type { ErrorText } from '../shared/text.ts';

export const FILE_ID = /^[A-Za-z0-9_-]{1,100}$/;

/** A number that forms send as text. */
const count = (message: ErrorText, min: number, max: number) =>
  z
    .union([z.number(), z.string().regex(/^\d{1,15}$/, { error: message })], { error: message })
    .transform(Number)
    .pipe(z.int({ error: message }).min(min, { error: message }).max(max, { error: message }));

export const fileId = z
  .string({ error: uploadMessages.badFileId })
  .regex(FILE_ID, { error: uploadMessages.badFileId });

export const fileName = z
  .string({ error: uploadMessages.typeNotAccepted })
  .trim()
  .min(1, { error: uploadMessages.typeNotAccepted })
  .max(FILE_NAME_MAX, { error: () => uploadMessages.fileNameTooLong({ max: FILE_NAME_MAX }) });

/** The fields of an upload-chunk form besides `chunk`. The edit flow also sends `checkupId`. */
export const chunkFields = z.object({
  fileId,
  chunkNumber: count(uploadMessages.badChunkNumber, 0, MAX_CHUNKS - 1),
  totalChunks: count(uploadMessages.badTotalChunks, 1, MAX_CHUNKS).optional(),
  fileName: fileName.optional(),
  checkupId: z.string().max(100).optional(),
});

/** The response of upload-chunk; `received` is the number of stored chunks. */
export const chunkReceived = z.object({
  fileId: z.string(),
  chunkNumber: z.int(),
  received: z.int(),
});

/** The state of an unfinished upload: stored chunk numbers in order, and their bytes. */
export const uploadState = z.object({
  fileId: z.string(),
  chunks: z.array(z.int()),
  size: z.int(),
});

/** Requests an early check of an upload whose last chunk has arrived. */
export const uploadCheck = z.object({
  fileName,
  totalChunks: count(uploadMessages.badTotalChunks, 1, MAX_CHUNKS),
});

/** The upload is complete and its content matches its name; `size` in bytes. */
export const uploadChecked = z.object({ fileId: z.string(), size: z.int() });

export const uploadedFile = z.object({
  fileId,
  fileName,
  totalChunks: count(uploadMessages.badTotalChunks, 1, MAX_CHUNKS).optional(),
});

/** The uploads that a create or merge call attaches: a list, or the same list as a JSON string. May be empty. */
export const uploadedFiles = z
  .union([z.array(z.unknown()), z.string()])
  .nullish()
  .transform((value, context) => {
    if (typeof value !== 'string') return value ?? [];
    if (value.trim() === '') return [];
    try {
      return JSON.parse(value) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: uploadMessages.badList() });
      return z.NEVER;
    }
  })
  .pipe(
    z
      .array(uploadedFile, { error: uploadMessages.notAList })
      .max(MAX_FILES_PER_CALL, {
        error: () => uploadMessages.tooManyAtOnce({ max: MAX_FILES_PER_CALL }),
      })
      .refine((files) => new Set(files.map((file) => file.fileId)).size === files.length, {
        error: uploadMessages.listedTwice,
      }),
  );

export type ChunkFields = z.output<typeof chunkFields>;
export type ChunkReceived = z.output<typeof chunkReceived>;
export type UploadChecked = z.output<typeof uploadChecked>;
export type UploadState = z.output<typeof uploadState>;
export type UploadedFile = z.output<typeof uploadedFile>;
