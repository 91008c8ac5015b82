import { hash, randomUUID } from 'node:crypto';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import * as z from 'zod';
import type { DatabaseClock } from '../../db/database-clock.ts';
import type { Db } from '../../db/tables.ts';
import type { Effects, JobHandler } from '../../jobs/job.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import { DamagedBytesError } from '../checked-object.ts';
import type { StorageMaintenance } from '../storage.ts';
import { MissingBlob } from './blob-errors.ts';
import type { BlobStore } from './blob-store.ts';
import * as repo from './manifest.repo.ts';
import type { UploadedPart } from './multipart-uploads.ts';

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

/**
 * Writes the blob and reads it back; returns how to record it, or nothing where the object is no longer complete. Chunks
 * stay until then: what a store returns wrong once is the X-ray from then on.
 */
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
  const parts = groupIntoParts(chunks);
  const size = await copyParts({ blobs, upload, parts, signal });
  if (size === undefined) return undefined;
  if (size !== object.size) throw new Error('a sealed blob has another size than its chunks');
  await assertReadBack({ blobs, upload, parts, signal });

  return async (tx) => {
    // Removed during the sealing: the blob stays on the list.
    if (!(await repo.seal(tx, id, blob))) return;
    if (!(await repo.retain(tx, clock, blob))) throw new Error('sealing took longer than a day');
    const names = chunks.map((chunk) => chunk.blob);
    await repo.discard(tx, clock, { blobs: names, delay: repo.READ_TIMEOUT });
  };
}

type Part = readonly repo.StoredChunkRow[];

function groupIntoParts(chunks: Part): Part[] {
  const parts: Part[] = [];
  for (let first = 0; first < chunks.length; first += CHUNKS_PER_PART)
    parts.push(chunks.slice(first, first + CHUNKS_PER_PART));
  return parts;
}

interface Copy {
  readonly blobs: BlobStore;
  readonly upload: { readonly name: string; readonly id: string };
  readonly parts: readonly Part[];
  readonly signal: AbortSignal;
}

/** Returns the size of the blob; undefined where a chunk has been removed since. */
async function copyParts({ blobs, upload, parts, signal }: Copy): Promise<number | undefined> {
  const uploaded: UploadedPart[] = [];
  try {
    for (const part of parts) {
      signal.throwIfAborted();
      const bytes = await Promise.all(part.map((chunk) => readChunk(blobs, chunk)));
      uploaded.push(await blobs.putPart(upload, uploaded.length + 1, Buffer.concat(bytes)));
    }
    return await blobs.finishParts(upload, uploaded);
  } catch (error) {
    await blobs.abortParts(upload).catch(() => {});
    if (error instanceof MissingBlob) return undefined;
    throw error;
  }
}

async function readChunk(blobs: BlobStore, chunk: repo.StoredChunkRow): Promise<Buffer> {
  const bytes = await blobs.get(chunk.blob, { start: 0, end: chunk.length });
  assertBytes(chunk, bytes);
  return bytes;
}

/** Reads the sealed blob again. Throws DamagedBytesError unless every chunk in it has its SHA-256. */
async function assertReadBack({ blobs, upload, parts, signal }: Copy): Promise<void> {
  let start = 0;
  for (const part of parts) {
    signal.throwIfAborted();
    const length = part.reduce((sum, chunk) => sum + chunk.length, 0);
    const bytes = await blobs.get(upload.name, { start, end: start + length });
    let offset = 0;
    for (const chunk of part) {
      assertBytes(chunk, bytes.subarray(offset, offset + chunk.length));
      offset += chunk.length;
    }
    start += length;
  }
}

function assertBytes({ blob, sha256 }: repo.StoredChunkRow, bytes: Buffer): void {
  if (hash('sha256', bytes) !== sha256)
    throw new DamagedBytesError(`the bytes of chunk ${blob} do not have their SHA-256`);
}
