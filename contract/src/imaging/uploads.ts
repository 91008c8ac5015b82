import * as z from 'zod';
import { serverMessages, storageMessages } from '../shared/errors.ts';
import { FILE_NAME_MAX, MAX_CHUNKS, MAX_FILES_PER_CALL } from '../shared/limits.ts';

export const uploadMessages = {
  badFileId: 'The file id may have 1 to 100 letters, digits, - and _',
  badFileName: storageMessages.badFileName,
  badChunkNumber: 'The chunk number must be a whole number from 0',
  chunkBeyondEnd: 'The chunk number must be below totalChunks',
  noChunk: 'The form carries no chunk',
  emptyChunk: 'The chunk is empty',
  chunkTooLarge: 'A chunk has at most 2,097,152 bytes',
  shortChunk: 'Every chunk but the last has exactly 2,097,152 bytes',
  fileTooLarge: 'A file may have at most 4 GiB',
  typeNotAccepted: 'Files of this type are not accepted',
  bytesDisagree: 'The file is not what its name says',
  folderWithoutDicom: 'The folder contains no DICOM file',
  tooManyFiles: 'A folder may have at most 5,000 files',
  archiveWithoutDicom: 'The ZIP contains no DICOM file',
  archiveDamaged: 'The ZIP is damaged or contains unsafe names',
  archiveTooLarge: 'The ZIP contains too many files or unpacks to too many bytes',
  incomplete: storageMessages.incomplete,
  unknown: storageMessages.unknown,
  finished: storageMessages.finished,
  diskFull: serverMessages.diskFull,
} as const;

export const FILE_ID = /^[A-Za-z0-9_-]{1,100}$/;

/** A number that forms send as text. */
const count = (message: string, min: number, max: number) =>
  z
    .union([z.number(), z.string().regex(/^\d{1,15}$/, message)], { error: message })
    .transform(Number)
    .pipe(z.int(message).min(min, message).max(max, message));

export const fileId = z
  .string({ error: uploadMessages.badFileId })
  .regex(FILE_ID, uploadMessages.badFileId);

export const fileName = z
  .string({ error: uploadMessages.typeNotAccepted })
  .trim()
  .min(1, uploadMessages.typeNotAccepted)
  .max(FILE_NAME_MAX, `A file name has at most ${FILE_NAME_MAX} characters`);

/** The fields of an upload-chunk form besides `chunk`. The edit flow also sends `checkupId`. */
export const chunkFields = z.object({
  fileId,
  chunkNumber: count(uploadMessages.badChunkNumber, 0, MAX_CHUNKS - 1),
  totalChunks: count('totalChunks must be a whole number from 1', 1, MAX_CHUNKS).optional(),
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
  totalChunks: count('totalChunks must be a whole number from 1', 1, MAX_CHUNKS),
});

/** The upload is complete and its content matches its name; `size` in bytes. */
export const uploadChecked = z.object({ fileId: z.string(), size: z.int() });

export const uploadedFile = z.object({
  fileId,
  fileName,
  totalChunks: count('totalChunks must be a whole number from 1', 1, MAX_CHUNKS).optional(),
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
      context.addIssue({ code: 'custom', message: 'The list of files is not valid JSON' });
      return z.NEVER;
    }
  })
  .pipe(
    z
      .array(uploadedFile, { error: 'The list of files must be a list' })
      .max(MAX_FILES_PER_CALL, `At most ${MAX_FILES_PER_CALL} files at a time`)
      .refine(
        (files) => new Set(files.map((file) => file.fileId)).size === files.length,
        'The same file is listed twice',
      ),
  );

export type ChunkFields = z.output<typeof chunkFields>;
export type ChunkReceived = z.output<typeof chunkReceived>;
export type UploadChecked = z.output<typeof uploadChecked>;
export type UploadState = z.output<typeof uploadState>;
export type UploadedFile = z.output<typeof uploadedFile>;
