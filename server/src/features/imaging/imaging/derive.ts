import { randomBytes } from 'node:crypto';
import { acceptedFileTypes } from '@deqiq/contract/imaging/files.ts';
import type { ImagingFailure } from '@deqiq/contract/imaging/imaging.ts';
import type { DerivedName } from '@deqiq/contract/shared/imaging/derivatives.ts';
import * as z from 'zod';
import { readContext } from '../../../platform/db/database-context.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Job, type JobHandler, PermanentFailure } from '../../../platform/jobs/job.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import {
  DecoderFailure,
  MissingFile,
  RejectedFile,
} from '../../../platform/media/decoder-errors.ts';
import type { Derivation, DerivedType } from '../../../platform/media/derivation.ts';
import {
  DERIVE_TIMEOUT,
  DERIVED_AT_A_TIME,
  IMAGE_TIMEOUT,
  MAX_IMAGE_WORK,
} from '../../../platform/media/limits.ts';
import type { DecoderPool } from '../../../platform/media/pool/decoder-pool.ts';
import { formatFromType } from '../../../platform/media/signature.ts';
import { isSurfaceType } from '../../../platform/media/surface-format.ts';
import { type ObjectWriter, objectWriter } from '../../../platform/storage/object-writer.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { isoNow } from '../../../platform/time.ts';
import {
  derivedKey,
  maxDerived,
  publish,
  removeGeneration,
  removeObjects,
} from './derived-objects.ts';
import * as repo from './imaging.repo.ts';

/** Files above this size in bytes wait in a queue of their own, so that a CBCT never delays a panoramic. */
const LARGE_FILE = 32 * 1024 * 1024;

export const DERIVE_IMAGE = 'derive-image';
export const DERIVE_VOLUME = 'derive-volume';

/** The message of an attempt whose decoder ended by itself or was killed. */
const CRASH = new DecoderFailure('crash').message;

interface Deps {
  db: Db;
  storage: Storage;
  jobs: Pick<JobQueue, 'enqueue'>;
  /** Its processes run at a low priority. */
  pool: Pick<DecoderPool, 'run'>;
  now: () => number;
}

/** How a queue derives its files. */
interface Lane {
  readonly concurrency: number;
  /** Milliseconds. */
  readonly timeout: number;
  /** Bytes of decoded samples; a file with more is handed over to the volumes. */
  readonly maxWork?: number;
  /** Whether each file is judged by a process that has served no other. */
  readonly isFresh: boolean;
}

const IMAGES: Lane = {
  concurrency: DERIVED_AT_A_TIME.images,
  timeout: IMAGE_TIMEOUT,
  maxWork: MAX_IMAGE_WORK,
  isFresh: false,
};

const VOLUMES: Lane = {
  concurrency: DERIVED_AT_A_TIME.volumes,
  timeout: DERIVE_TIMEOUT,
  isFresh: true,
};

/** The kind of derivation of a file; undefined for documents, which have no pictures. */
export function findDerivedType(contentType: string): DerivedType | undefined {
  if (formatFromType(contentType)) return 'photo';
  if (contentType === acceptedFileTypes.dcm) return 'dicom';
  if (isSurfaceType(contentType)) return 'surface';
  return contentType === acceptedFileTypes.zip ? 'archive' : undefined;
}

/** The queue in which a file waits. */
export const findJobKind = ({ size }: { readonly size: number }): string =>
  size > LARGE_FILE ? DERIVE_VOLUME : DERIVE_IMAGE;

export const deriveHandlers = (deps: Deps) =>
  [
    { kind: DERIVE_IMAGE, handler: deriveHandler(deps, IMAGES) },
    { kind: DERIVE_VOLUME, handler: deriveHandler(deps, VOLUMES) },
  ] as const;

/**
 * Derives previews and packs of a file under names of a new generation, and makes that the valid one in the
 * transaction that ends the job. A job that is killed leaves objects without a row, which the sweep removes. The queue
 * of pictures hands over to that of volumes, in the same transaction, what takes more than one picture may take.
 */
function deriveHandler(deps: Deps, lane: Lane): JobHandler<Record<string, never>> {
  const { db, storage, now } = deps;
  return {
    payload: z.object({}),
    concurrency: lane.concurrency,
    isShared: true,
    maxAttempts: 8,
    async run(job, signal) {
      const file = await repo.findFile(db, job.subject);
      const type = file && findDerivedType(file.content_type);
      if (!type) return undefined;
      const generation = randomBytes(6).toString('hex');
      const previous = await repo.find(db, file.id);
      const writers: Writers = new Map();
      const discard = () => removeObjects(storage, file.id, generation, writers.keys());
      try {
        // Processes that are killed together may end seconds apart: one that was idle may be ending now.
        const isFresh = lane.isFresh || hasCrashed(job);
        const derivation = await perform(
          deps,
          { ...lane, isFresh },
          {
            file,
            type,
            generation,
            signal,
            writers,
          },
        );
        if (!derivation) return handOver(deps, job);
        const effects = async (tx: Db) => {
          const result = { derivation, generation, at: isoNow(now) };
          const isPublished = await publish(tx, file, result);
          readContext(tx).afterCommit(() => {
            void (isPublished ? removeGeneration(storage, previous) : discard());
          });
        };
        return Object.assign(effects, { discard });
      } catch (error) {
        await discard();
        if (lane === IMAGES && isLimit(error)) return handOver(deps, job);
        throw toJobFailure(error, job);
      }
    },
    async onFailed(tx, job, reason) {
      const isCode = (['damaged', 'too-large'] as readonly string[]).includes(reason);
      const failure: ImagingFailure = isCode ? (reason as ImagingFailure) : 'crashed';
      await repo.update(tx, job.subject, { state: 'failed', failure, updated_at: isoNow(now) });
    },
  };
}

/** The job of a file in the queue of volumes, where a fresh process has more time for it. */
const handOver =
  ({ jobs }: Deps, { subject, isBackground = false }: Job) =>
  async (tx: Db) => {
    const sender = await repo.findSender(tx, subject);
    await jobs.enqueue(tx, { kind: DERIVE_VOLUME, subject, sender, isBackground });
  };

type Writers = Map<DerivedName, ObjectWriter>;

interface Task {
  readonly file: repo.LocatedFile;
  readonly type: DerivedType;
  readonly generation: string;
  readonly signal: AbortSignal;
  /** Receives the objects that are written. */
  readonly writers: Writers;
}

async function perform(
  { storage, pool }: Deps,
  { timeout, maxWork, isFresh }: Lane,
  { file, type, generation, signal, writers }: Task,
): Promise<Derivation | null> {
  const object = await storage.open(`files/${file.object_id}`);
  try {
    const input = { path: await object.file() };
    const params = { type, ...(maxWork !== undefined && { maxWork }) };
    const { value } = await pool.run('derive', params, input, {
      client: file.id,
      signal,
      timeout,
      isFresh,
      maxOutput: maxDerived(file),
      async onOutput(name, bytes) {
        const writer =
          writers.get(name) ?? objectWriter(storage, derivedKey(file.id, generation, name));
        writers.set(name, writer);
        await writer.append(bytes);
      },
    });
    for (const writer of writers.values()) await writer.finish();
    return value;
  } finally {
    await object.close();
  }
}

const isLimit = (error: unknown): boolean =>
  error instanceof DecoderFailure && (error.reason === 'timeout' || error.reason === 'memory');

/** Whether the attempt before this one ended with its decoder. */
const hasCrashed = ({ lastError = '' }: Job): boolean => lastError.startsWith(CRASH);

/** A failure that another attempt would not change is permanent. */
function toJobFailure(error: unknown, job: Job): unknown {
  if (error instanceof RejectedFile)
    return new PermanentFailure(error.isTooLarge ? 'too-large' : 'damaged', { cause: error });
  if (error instanceof MissingFile || (error instanceof AppError && error.status === 404))
    return new PermanentFailure('the file is missing');
  if (!(error instanceof DecoderFailure)) return error;
  const { reason } = error;
  if (isLimit(error) || reason === 'output')
    return new PermanentFailure('too-large', { cause: error });
  // One crash proves nothing about the file: the machine may have run out of memory.
  return reason === 'crash' && hasCrashed(job)
    ? new PermanentFailure('crashed', { cause: error })
    : error;
}
