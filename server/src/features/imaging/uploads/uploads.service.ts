import type {
  ChunkFields,
  ChunkReceived,
  UploadChecked,
  UploadedFile,
  UploadState,
} from '@deqiq/contract/imaging/uploads.ts';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import type { DescribedPatient } from '@deqiq/contract/shared/patient/patient-doubt.ts';
import * as uploadMessages from '@deqiq/messages/imaging/uploads.js';
import type { Db } from '../../../platform/db/tables.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import { toVisibleName } from '../../../platform/http/bodies/file-name.ts';
import type { FormFile } from '../../../platform/http/bodies/form-fields.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import type { Checksum, StorageKey } from '../../../platform/storage/storage.ts';
import { DAY, iso } from '../../../platform/time.ts';
import type { ImagingService } from '../imaging/imaging.service.ts';
import { uploadAdmission } from './upload-admission.ts';
import {
  type CheckDeps,
  checkUpload,
  findAcceptedType,
  storedId,
  type UploadRequester,
  uploadKey,
} from './upload-check.ts';
import { uploadCollector } from './upload-collector.ts';
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

export type ChunkForm = ChunkFields & { chunk: FormFile };

export type UploadsService = ReturnType<typeof uploadsService>;

interface Deps extends CheckDeps {
  db: Db;
  imaging: Pick<ImagingService, 'remove'>;
  now: () => number;
}

/** Files finished concurrently; the disk merges their syncs. */
const CONCURRENCY = 8;

/** Milliseconds for which a call that claimed uploads may be repeated. Claims contain a hash of the patient's name. */
const CLAIM_RETENTION = 7 * DAY;

/** Chunked uploads. An upload belongs to the admin who sends it; other admins cannot address it. */
export function uploadsService(deps: Deps) {
  const { db, storage, imaging, now } = deps;
  const { authorizeUpload: admit, forget } = uploadAdmission(db, storage);

  return {
    sweep: uploadCollector({ db, storage, imaging, now }),

    /** The stored files that belong to a checkup, deleted or not. */
    findExistingFiles: (ids: readonly string[]) => repo.findExistingFiles(db, ids),

    /** Removes claims that no client repeats any more. */
    sweepClaims: () => repo.removeClaims(db, iso(now() - CLAIM_RETENTION)),

    /** Stores one chunk; does not use `form.chunk.bytes` after it settles. */
    async receive(actor: Actor, form: ChunkForm): Promise<ChunkReceived> {
      const { fileId, chunkNumber, totalChunks, fileName, chunk } = form;
      assertChunk(chunk.bytes.length, chunkNumber, totalChunks);
      if (fileName !== undefined) findAcceptedType(toVisibleName(fileName));
      const key = uploadKey(actor, fileId);
      await admit({ adminId: actor.personId, fileId, key }, chunk.bytes.length, totalChunks);
      const received = await storage.write(key, chunkNumber, chunk.bytes);
      return { fileId, chunkNumber, received };
    },

    /** The stored chunks of an upload, for resuming; empty if it is unknown. */
    async state(actor: Actor, fileId: string): Promise<UploadState> {
      const state = await storage.inspect(uploadKey(actor, fileId));
      if (!state) return { fileId, chunks: [], size: 0 };
      const chunks = state.finished
        ? Array.from({ length: Math.ceil(state.size / CHUNK_SIZE) }, (_, number) => number)
        : [...state.chunks];
      return { fileId, chunks, size: state.size };
    },

    /** Checks one upload before a checkup claims it. Changes nothing; throws what `finish` would throw. */
    async checkUpload(requester: UploadRequester, file: UploadedFile): Promise<UploadChecked> {
      const { size } = await checkUpload(deps, requester, file, 'file');
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
        checked.push(await checkUpload(deps, requester, file, `${field}.${index}`));
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

function assertChunk(length: number, number: number, total: number | undefined): void {
  if (length === 0) throw invalid('chunk', uploadMessages.emptyChunk());
  if (length > CHUNK_SIZE) throw new AppError('too-large', 413, uploadMessages.chunkTooLarge());
  if (total === undefined) return;
  if (number >= total) throw invalid('chunkNumber', uploadMessages.chunkBeyondEnd());
  if (number < total - 1 && length !== CHUNK_SIZE)
    throw invalid('chunk', uploadMessages.shortChunk());
}

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
