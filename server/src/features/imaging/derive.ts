import { randomBytes } from 'node:crypto';
import { acceptedFileTypes } from '@deqiq/contract/files.ts';
import type { ImagingFailure } from '@deqiq/contract/imaging.ts';
import { type DerivedName, derivedNames } from '@deqiq/contract/shared/derivatives.ts';
import * as z from 'zod';
import { contextOf } from '../../platform/db/database-context.ts';
import type { Db } from '../../platform/db/tables.ts';
import { AppError } from '../../platform/errors.ts';
import { type Job, type JobHandler, PermanentFailure } from '../../platform/jobs/job.ts';
import { type DecoderPool, MissingFile, RejectedFile } from '../../platform/media/decoder-pool.ts';
import { DecoderFailure } from '../../platform/media/decoder-process.ts';
import type { Derivation, DerivedType } from '../../platform/media/derivation.ts';
import { DERIVE_TIMEOUT, MAX_DERIVED } from '../../platform/media/limits.ts';
import { formatFromType } from '../../platform/media/signature.ts';
import { type ObjectWriter, objectWriter } from '../../platform/storage/object-writer.ts';
import type { Storage, StorageKey } from '../../platform/storage/storage.ts';
import * as repo from './imaging.repo.ts';

/** Files above this size in bytes wait in a queue of their own, so that a CBCT never delays a panoramic. */
const LARGE_FILE = 32 * 1024 * 1024;

/** Kinds of jobs. */
export const [DERIVE_IMAGE, DERIVE_VOLUME] = ['derive-image', 'derive-volume'] as const;

/** The message of an attempt whose decoder ended by itself or was killed. */
const CRASH = new DecoderFailure('crash').message;

interface Deps {
  db: Db;
  storage: Storage;
  /** Its processes run at a low priority. */
  pool: Pick<DecoderPool, 'run'>;
  now: () => number;
}

/** What a file is derived as; undefined for documents, which have no pictures. */
export function findDerivedType(contentType: string): DerivedType | undefined {
  if (formatFromType(contentType)) return 'photo';
  if (contentType === acceptedFileTypes.dcm) return 'dicom';
  return contentType === acceptedFileTypes.zip ? 'archive' : undefined;
}

/** The queue in which a file waits. */
export const findJobKind = ({ size }: { readonly size: number }): string =>
  size > LARGE_FILE ? DERIVE_VOLUME : DERIVE_IMAGE;

export const derivedKey = (id: string, generation: string, name: DerivedName): StorageKey =>
  `derived/${id}_${generation}_${name}`;

/** The part of a derived object's name that names its file and generation. */
export const derivedOwner = (objectName: string): string =>
  objectName.slice(0, objectName.indexOf('_', objectName.indexOf('_') + 1));

/**
 * Derives previews and packs of a file under names of a new generation, and makes that the valid one in the
 * transaction that ends the job. A job that is killed leaves objects without a row, which the sweep removes.
 */
export function deriveHandler(deps: Deps): JobHandler<Record<string, never>> {
  const { db, storage, now } = deps;
  return {
    payload: z.object({}),
    concurrency: 1,
    maxAttempts: 8,
    async run(job, signal) {
      const file = await repo.findFile(db, job.subject);
      const type = file && findDerivedType(file.content_type);
      if (!type) return undefined;
      const generation = randomBytes(6).toString('hex');
      const previous = (await repo.find(db, file.id))?.generation;
      try {
        const derivation = await perform(deps, { file, type, generation, signal });
        const effects = async (tx: Db) => {
          const result = { derivation, generation, at: isoNow(now) };
          const obsolete = (await publish(tx, file.id, result)) ? previous : generation;
          if (obsolete)
            contextOf(tx).afterCommit(() => void removeGeneration(storage, file.id, obsolete));
        };
        const discard = () => removeGeneration(storage, file.id, generation);
        return Object.assign(effects, { discard });
      } catch (error) {
        await removeGeneration(storage, file.id, generation);
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

const isoNow = (now: () => number) => new Date(now()).toISOString();

interface Task {
  readonly file: repo.StoredFile;
  readonly type: DerivedType;
  readonly generation: string;
  readonly signal: AbortSignal;
}

async function perform(
  { storage, pool }: Deps,
  { file, type, generation, signal }: Task,
): Promise<Derivation> {
  const writers = new Map<DerivedName, ObjectWriter>();
  const object = await storage.open(`files/${file.id}`);
  try {
    const input = { path: await object.file() };
    const { value } = await pool.run('derive', { type }, input, {
      client: file.id,
      signal,
      timeout: DERIVE_TIMEOUT,
      maxOutput: MAX_DERIVED,
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

interface Result {
  readonly derivation: Derivation;
  readonly generation: string;
  /** ISO text. */
  readonly at: string;
}

/** Returns false where the file was removed for good meanwhile. */
async function publish(
  tx: Db,
  id: string,
  { derivation, generation, at }: Result,
): Promise<boolean> {
  const { state, kind, summary, description } = derivation;
  const isStored = await repo.update(tx, id, {
    ...{ state, kind, summary: JSON.stringify(summary), failure: null },
    patient_name: description?.patientName ?? '',
    birth_date: description?.birthDate ?? '',
    generation: state === 'ready' ? generation : null,
    updated_at: at,
  });
  if (isStored && description) await repo.replaceHeader(tx, id, description);
  return isStored;
}

/** Removes the derived objects of a generation; a sweep removes those that fail. Never rejects. */
export async function removeGeneration(
  storage: Storage,
  id: string,
  generation: string,
): Promise<void> {
  await Promise.allSettled(
    derivedNames.map((name) => storage.remove(derivedKey(id, generation, name))),
  );
}

/** A failure that another attempt would not change is permanent. */
function toJobFailure(error: unknown, { lastError = '' }: Job): unknown {
  if (error instanceof RejectedFile)
    return new PermanentFailure(error.isTooLarge ? 'too-large' : 'damaged', { cause: error });
  if (error instanceof MissingFile || (error instanceof AppError && error.status === 404))
    return new PermanentFailure('the file is missing');
  if (!(error instanceof DecoderFailure)) return error;
  const { reason } = error;
  if (reason === 'timeout' || reason === 'memory' || reason === 'output')
    return new PermanentFailure('too-large', { cause: error });
  // One crash proves nothing about the file: the machine may have run out of memory.
  return reason === 'crash' && lastError.startsWith(CRASH)
    ? new PermanentFailure('crashed', { cause: error })
    : error;
}
