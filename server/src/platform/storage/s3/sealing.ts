import { randomUUID } from 'node:crypto';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import * as z from 'zod';
import type { DatabaseClock } from '../../db/database-clock.ts';
import type { Db } from '../../db/tables.ts';
import type { Effects, JobHandler } from '../../jobs/job.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import type { StorageMaintenance } from '../storage.ts';
import { type BlobStore, MissingBlob, type UploadedPart } from './blob-store.ts';
import * as repo from './manifest.repo.ts';

const SEAL = 'seal-object';

/** Chunks in one part of a sealed blob: 8 MiB, above the 5 MiB that stores require. */
const CHUNKS_PER_PART = 4;

/** Whether an object of so many bytes is worth sealing: below it has as few blobs as parts. */
export const mustBeSealed = (size: number): boolean => size > CHUNKS_PER_PART * CHUNK_SIZE;

interface Deps {
  readonly blobs: BlobStore;
  readonly db: Db;
  readonly clock: DatabaseClock;
}

/** Joins the chunks of large objects into one blob each, in the background, and removes discarded blobs. */
export function sealing({ blobs, db, clock }: Deps): Pick<
  StorageMaintenance,
  'attach' | 'sweep'
> & {
  /** Requests the job in the transaction that completes an object. */
  request(tx: Db, id: string): Promise<void>;
} {
  let queue: Pick<JobQueue, 'enqueue'> | undefined;

  const handler: JobHandler<object> = {
    payload: z.object({}),
    concurrency: 1,
    run: ({ subject }, signal) => seal({ blobs, db, clock }, subject, signal),
  };

  return {
    attach(jobs) {
      jobs.handle(SEAL, handler);
      queue = jobs;
    },

    // Without a queue, objects stay as chunks until a process with one sweeps.
    async request(tx, id) {
      await queue?.enqueue(tx, { kind: SEAL, subject: id, isBackground: true });
    },

    async sweep() {
      const unsealed = await repo.findUnsealed(db, CHUNKS_PER_PART * CHUNK_SIZE + 1);
      await db.transaction().execute(async (tx) => {
        for (const { id } of unsealed)
          await queue?.enqueue(tx, { kind: SEAL, subject: id, isBackground: true });
      });
      let removed = 0;
      for (;;) {
        const due = await repo.findDue(db, clock);
        if (due.length === 0) return removed;
        for (const { blob, upload_id } of due) {
          if (upload_id !== null) await blobs.abortParts({ name: blob, id: upload_id });
          await blobs.remove(blob);
          await repo.forget(db, blob);
          removed += 1;
        }
      }
    },
  };
}

/** Writes the blob; returns how to record it, or nothing where the object is no longer complete. */
async function seal(
  { blobs, db, clock }: Deps,
  id: string,
  signal: AbortSignal,
): Promise<Effects | undefined> {
  const object = await repo.findById(db, id);
  if (object?.state !== 'complete') return undefined;
  const chunks = await repo.listChunks(db, id);
  const blob = `${id}/whole-${randomUUID()}`;
  await repo.discard(db, clock, { blobs: [blob], delay: repo.WRITE_TIMEOUT });
  const upload = { name: blob, id: await blobs.beginParts(blob) };
  await repo.setUpload(db, blob, upload.id);
  const size = await copyChunks({ blobs, upload, chunks, signal });
  if (size === undefined) return undefined;
  if (size !== object.size) throw new Error('a sealed blob has another size than its chunks');

  return async (tx) => {
    // Removed meanwhile: the blob stays on the list.
    if (!(await repo.seal(tx, id, blob))) return;
    if (!(await repo.retain(tx, clock, blob))) throw new Error('sealing took longer than a day');
    const names = chunks.map((chunk) => chunk.blob);
    await repo.discard(tx, clock, { blobs: names, delay: repo.READ_TIMEOUT });
  };
}

interface Copy {
  readonly blobs: BlobStore;
  readonly upload: { readonly name: string; readonly id: string };
  readonly chunks: readonly repo.StoredChunkRow[];
  readonly signal: AbortSignal;
}

/** Returns the size of the blob; undefined where a chunk was removed meanwhile. */
async function copyChunks({ blobs, upload, chunks, signal }: Copy): Promise<number | undefined> {
  const parts: UploadedPart[] = [];
  try {
    for (let first = 0; first < chunks.length; first += CHUNKS_PER_PART) {
      signal.throwIfAborted();
      const bytes = await Promise.all(
        chunks
          .slice(first, first + CHUNKS_PER_PART)
          .map(({ blob, length }) => blobs.get(blob, { start: 0, end: length })),
      );
      parts.push(await blobs.putPart(upload, parts.length + 1, Buffer.concat(bytes)));
    }
    return await blobs.finishParts(upload, parts);
  } catch (error) {
    await blobs.abortParts(upload).catch(() => {});
    if (error instanceof MissingBlob) return undefined;
    throw error;
  }
}
