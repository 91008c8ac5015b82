import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { assertSum, checkedObject } from '../checked-object.ts';
import { writeAll } from '../disk/disk-files.ts';
import { toStorageError } from '../disk-space.ts';
import type { StoredObject } from '../storage.ts';
import { MissingBlob } from './blob-errors.ts';
import type { BlobStore } from './blob-store.ts';
import { BlobStream } from './blob-stream.ts';

/** Where the bytes of an object are: one blob, or a blob for each chunk. */
export interface BlobList {
  /** The key of the object, for errors. */
  readonly name: string;
  readonly size: number;
  /** CRC-32 of the object. */
  readonly crc32: number;
  /** The blob of a sealed object. */
  readonly sealed: string | undefined;
  readonly chunks: readonly string[];
}

interface Source {
  readonly store: BlobStore;
  readonly list: BlobList;
  /** Returns where the bytes are now. */
  readonly refresh: () => Promise<BlobList>;
  /** The folder of copies for other processes. */
  readonly spool: string;
}

/** Bytes read one after the other, after which the rest of a sealed object comes with one request. */
const STREAM_AFTER = CHUNK_SIZE;

/** Blocks that are requested ahead of a sequential reader of chunks. */
const READ_AHEAD = 3;

/** Blocks that a reader holds in memory. */
const MAX_BLOCKS = READ_AHEAD + 2;

/**
 * Reads an object in blocks of CHUNK_SIZE bytes. The first bytes of a block that is read out of order are requested
 * alone, so that a header of some kilobytes does not cost a whole chunk. A sealed object is streamed to a sequential
 * reader: a request for each block would cost the store more than its bytes. Sealing may move the bytes during a read.
 */
export function readBlobs({ store, list, refresh, spool }: Source): StoredObject {
  const blocks = new Map<number, Promise<Buffer>>();
  const count = Math.ceil(list.size / CHUNK_SIZE);
  const spooled = spoolFile(spool, list, fetchRange);
  let current = list;
  let next = 0;
  /** Bytes that were read one after the other, up to `next`. */
  let consecutive = 0;
  let stream: BlobStream | undefined;

  /** Reads a range that lies inside one block. */
  async function fetchRange(start: number, end: number): Promise<Buffer> {
    try {
      return await fetchFrom(store, current, { start, end });
    } catch (error) {
      if (!(error instanceof MissingBlob)) throw error;
      current = await refresh();
      return fetchFrom(store, current, { start, end });
    }
  }

  function fetchBlock(index: number): Promise<Buffer> {
    const existing = blocks.get(index);
    if (existing !== undefined) return existing;
    const start = index * CHUNK_SIZE;
    const block = fetchRange(start, Math.min(start + CHUNK_SIZE, list.size));
    // A reader that waits for the block gets the error; one that does not must not end the process.
    block.catch(() => blocks.delete(index));
    blocks.set(index, block);
    for (const old of blocks.keys()) {
      if (blocks.size <= MAX_BLOCKS) break;
      if (old !== index) blocks.delete(old);
    }
    return block;
  }

  /** Fills `into` from the stream of a sealed object; false where another way must be taken. */
  async function readStream(into: Uint8Array, position: number): Promise<boolean> {
    if (current.sealed === undefined) return false;
    try {
      if (stream?.position !== position) {
        stream?.close();
        const range = { start: position, end: list.size };
        stream = new BlobStream(await store.openRange(current.sealed, range), position);
        blocks.clear();
      }
      await stream.read(into);
      return true;
    } catch {
      // The store closed the connection to a slow reader, or is away: a single request shows which.
      stream?.close();
      stream = undefined;
      consecutive = 0;
      return false;
    }
  }

  const object: StoredObject = {
    size: list.size,

    async file(isChecked = true) {
      const { path, sum } = await spooled.copy();
      if (isChecked) assertSum(list, sum);
      return path;
    },

    async read(into, position) {
      if (position >= list.size) return 0;
      const index = Math.floor(position / CHUNK_SIZE);
      const offset = position - index * CHUNK_SIZE;
      const blockEnd = Math.min((index + 1) * CHUNK_SIZE, list.size);
      const length = Math.min(into.length, blockEnd - position);
      const isSequential = position === next;
      consecutive = isSequential ? consecutive + length : 0;
      next = position + length;
      if (consecutive > STREAM_AFTER && !blocks.has(index)) {
        if (await readStream(into.subarray(0, length), position)) return length;
      }
      if (!isSequential && !blocks.has(index) && length < CHUNK_SIZE / 4) {
        into.set(await fetchRange(position, position + length));
        return length;
      }
      if (isSequential && current.sealed === undefined)
        for (let ahead = index + 1; ahead < Math.min(index + 1 + READ_AHEAD, count); ahead += 1)
          void fetchBlock(ahead);
      const block = await fetchBlock(index);
      into.set(block.subarray(offset, offset + length));
      return length;
    },

    async close() {
      stream?.close();
      await Promise.allSettled(blocks.values());
      blocks.clear();
      await spooled.remove();
    },
  };
  return checkedObject(object, list);
}

function fetchFrom(
  store: BlobStore,
  { sealed, chunks }: BlobList,
  { start, end }: { start: number; end: number },
): Promise<Buffer> {
  if (sealed !== undefined) return store.get(sealed, { start, end });
  const index = Math.floor(start / CHUNK_SIZE);
  const blob = chunks[index];
  if (blob === undefined) throw new MissingBlob('a chunk has no blob');
  return store.get(blob, { start: start - index * CHUNK_SIZE, end: end - index * CHUNK_SIZE });
}

interface Copy {
  readonly path: string;
  /** CRC-32 of its bytes. */
  readonly sum: number;
}

/** A copy of an object on this machine, made when it is first needed. */
function spoolFile(
  folder: string,
  { size }: BlobList,
  fetchRange: (start: number, end: number) => Promise<Buffer>,
) {
  const path = join(folder, randomUUID());
  let copy: Promise<Copy> | undefined;

  async function write(): Promise<Copy> {
    let sum = 0;
    const file = await open(path, 'wx', 0o640);
    try {
      for (let start = 0; start < size; start += CHUNK_SIZE) {
        const bytes = await fetchRange(start, Math.min(start + CHUNK_SIZE, size));
        sum = crc32(bytes, sum);
        await writeAll(file, bytes, start);
      }
    } catch (error) {
      throw toStorageError(error);
    } finally {
      await file.close();
    }
    return { path, sum };
  }

  return {
    copy: () => {
      copy ??= write();
      return copy;
    },
    async remove(): Promise<void> {
      if (!copy) return;
      await copy.catch(() => {});
      await rm(path, { force: true });
    },
  };
}
