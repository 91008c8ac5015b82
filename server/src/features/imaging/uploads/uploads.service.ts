import { findContentType } from '@deqiq/contract/imaging/files.ts';
import {
  type ChunkFields,
  type ChunkReceived,
  type UploadChecked,
  type UploadedFile,
  type UploadState,
  uploadMessages,
} from '@deqiq/contract/imaging/uploads.ts';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import type { DescribedPatient } from '@deqiq/contract/shared/patient/patient-doubt.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { AppError, invalid, notFound } from '../../../platform/errors.ts';
import { toVisibleName } from '../../../platform/http/bodies/file-name.ts';
import type { FormFile } from '../../../platform/http/bodies/form-fields.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import type { MediaService } from '../../../platform/media/media.service.ts';
import type { Checksum, Storage, StorageKey } from '../../../platform/storage/storage.ts';
import type { ImagingService } from '../imaging/imaging.service.ts';
import { assertContentMatchesType, readPatients } from './content-check.ts';
import { uploadAdmission } from './upload-admission.ts';
import { uploadCollector } from './upload-collector.ts';
import { deriveStoredId } from './upload-id.ts';
import * as repo from './uploads.repo.ts';

/** A finished upload that a checkup can claim. */
export interface FinishedFile {
  /** The id of the file and of its future row; the same for the same upload. */
  readonly id: string;
  /** The client's id of the upload. */
  readonly uploadFileId: string;
  /** The visible name; not yet unique within a checkup. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly contentType: string;
  readonly crc32: number;
  /** Whom it names; several where an archive has several patients. */
  readonly patients: readonly DescribedPatient[];
}

/** The uploading admin, and a signal for the disconnect of the client. */
export interface UploadRequester {
  readonly actor: Actor;
  readonly signal?: AbortSignal | undefined;
}

export type ChunkForm = ChunkFields & { chunk: FormFile };

export type UploadsService = ReturnType<typeof uploadsService>;

interface Deps {
  db: Db;
  storage: Storage;
  media: Pick<MediaService, 'run'>;
  imaging: Pick<ImagingService, 'remove'>;
  now: () => number;
}

/** Files finished concurrently; the disk merges their syncs. */
const CONCURRENCY = 8;

/** Milliseconds for which a call that claimed uploads may be repeated. Claims contain a hash of the patient's name. */
const CLAIM_RETENTION = 7 * 24 * 60 * 60_000;

/** Chunked uploads. An upload belongs to the admin who sends it; other admins cannot address it. */
export function uploadsService({ db, storage, media, imaging, now }: Deps) {
  const { authorizeUpload: admit, forget } = uploadAdmission(db, storage);

  const storageKey = (actor: Actor, fileId: string): StorageKey =>
    `files/${deriveStoredId(actor.personId, fileId)}`;

  /** Checks an upload completely, before anything is changed. */
  async function check(requester: UploadRequester, file: UploadedFile, path: string) {
    const name = toVisibleName(file.fileName);
    try {
      return await checkFile(requester, file, name);
    } catch (error) {
      throw error instanceof AppError ? withFileName(error, name, path) : error;
    }
  }

  async function checkFile(requester: UploadRequester, file: UploadedFile, name: string) {
    const { actor } = requester;
    const contentType = findAcceptedType(name);
    const key = storageKey(actor, file.fileId);
    const state = await storage.inspect(key);
    if (!state) throw notFound(uploadMessages.unknown);
    const count = Math.ceil(state.size / CHUNK_SIZE);
    const isWhole = state.finished || state.crc32 !== undefined;
    if (!isWhole || (file.totalChunks ?? count) !== count)
      throw invalid('files', uploadMessages.incomplete);
    const object = await storage.open(key);
    let patients: readonly DescribedPatient[];
    try {
      const decoding = { ...requester, media, subject: storedId(key) };
      await assertContentMatchesType(contentType, object, decoding);
      patients = await readPatients(contentType, object, decoding);
    } finally {
      await object.close();
    }
    const checksum = state.finished ? undefined : toChecksum(state);
    const { size } = state;
    return { key, name, contentType, patients, fileId: file.fileId, size, expected: checksum };
  }

  return {
    /** See upload-collector.ts. */
    sweep: uploadCollector({ db, storage, imaging, now }),

    /** The stored files that belong to a checkup, deleted or not. */
    findExistingFiles: (ids: readonly string[]) => repo.findExistingFiles(db, ids),

    /** Removes claims that no client repeats any more. */
    sweepClaims: () => repo.removeClaims(db, new Date(now() - CLAIM_RETENTION).toISOString()),

    /** Stores one chunk; does not use `form.chunk.bytes` after it settles. */
    async receive(actor: Actor, form: ChunkForm): Promise<ChunkReceived> {
      const { fileId, chunkNumber, totalChunks, fileName, chunk } = form;
      assertChunk(chunk.bytes.length, chunkNumber, totalChunks);
      if (fileName !== undefined) findAcceptedType(toVisibleName(fileName));
      const key = storageKey(actor, fileId);
      await admit({ adminId: actor.personId, fileId, key }, chunk.bytes.length, totalChunks);
      const received = await storage.write(key, chunkNumber, chunk.bytes);
      return { fileId, chunkNumber, received };
    },

    /** The stored chunks of an upload, for resuming; empty if it is unknown. */
    async state(actor: Actor, fileId: string): Promise<UploadState> {
      const state = await storage.inspect(storageKey(actor, fileId));
      if (!state) return { fileId, chunks: [], size: 0 };
      const chunks = state.finished
        ? Array.from({ length: Math.ceil(state.size / CHUNK_SIZE) }, (_, number) => number)
        : [...state.chunks];
      return { fileId, chunks, size: state.size };
    },

    /**
     * Checks one upload before a checkup claims it: every chunk is stored and the content matches
     * the type in its name. Changes nothing; throws what `finish` would throw.
     */
    async checkUpload(requester: UploadRequester, file: UploadedFile): Promise<UploadChecked> {
      const { size } = await check(requester, file, 'file');
      return { fileId: file.fileId, size };
    },

    /**
     * Finishes uploads. Checks all of them first and changes nothing if one has gaps (400), an unknown id (404), or a
     * wrong type or content (415). Idempotent. Errors name the file and its index in `field`.
     */
    async finish(
      requester: UploadRequester,
      files: readonly UploadedFile[],
      field: 'xrayFiles' | 'files',
    ): Promise<FinishedFile[]> {
      const checked = [];
      for (const [index, file] of files.entries())
        checked.push(await check(requester, file, `${field}.${index}`));
      const finished: FinishedFile[] = [];
      for (let from = 0; from < checked.length; from += CONCURRENCY) {
        const some = checked.slice(from, from + CONCURRENCY).map(async (upload) => {
          const whole = await storage.finish(upload.key, upload.expected);
          forget(upload.key);
          return toFinishedFile(upload, whole);
        });
        finished.push(...(await Promise.all(some)));
      }
      return finished;
    },
  };
}

/** Adds the file name to the message, because a call may contain several files. */
function withFileName({ code, status, message }: AppError, name: string, path: string): AppError {
  return new AppError(code, status, `${name}: ${message}`, [{ path, message }]);
}

function assertChunk(length: number, number: number, total: number | undefined): void {
  if (length === 0) throw invalid('chunk', uploadMessages.emptyChunk);
  if (length > CHUNK_SIZE) throw new AppError('too-large', 413, uploadMessages.chunkTooLarge);
  if (total === undefined) return;
  if (number >= total) throw invalid('chunkNumber', uploadMessages.chunkBeyondEnd);
  if (number < total - 1 && length !== CHUNK_SIZE)
    throw invalid('chunk', uploadMessages.shortChunk);
}

function findAcceptedType(name: string): string {
  const contentType = findContentType(name);
  if (!contentType) throw new AppError('unsupported-type', 415, uploadMessages.typeNotAccepted);
  return contentType;
}

function toChecksum({ size, crc32 }: { size: number; crc32: number | undefined }) {
  return crc32 === undefined ? undefined : { size, crc32 };
}

const storedId = (key: StorageKey) => key.slice('files/'.length);

function toFinishedFile(
  upload: Omit<FinishedFile, 'id' | 'uploadFileId' | keyof Checksum> & {
    readonly key: StorageKey;
    readonly fileId: string;
  },
  whole: Checksum,
): FinishedFile {
  const { key, name, contentType, patients, fileId } = upload;
  return { id: storedId(key), uploadFileId: fileId, name, contentType, patients, ...whole };
}
