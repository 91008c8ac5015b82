import { type FileHandle, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { fsyncPath } from '../../files.ts';
import { backgroundFsync } from './background-fsync.ts';
import { type Chunk, decodeMap, encodeRecord } from './chunk-map.ts';
import {
  mapPath,
  openIfExists,
  partPath,
  removeIfExists,
  statIfExists,
  writeAll,
} from './disk-files.ts';

/** Files of ours: the group may read them, for a web server that sends them (X-Accel-Redirect). */
const MODE = 0o640;

/** Milliseconds without a chunk after which an upload's file handles are closed. */
const IDLE_TIMEOUT = 30_000;

/** An object that is still arriving: `<path>.part` holds its bytes, `<path>.map` says which are there. */
export type PartialUpload = ReturnType<typeof partialUpload>;

/**
 * Opens what has arrived so far; undefined where nothing has. Every chunk is read once and compared with
 * its record: after a power cut the map may know chunks whose bytes never reached the disk.
 */
export async function resumePartialUpload(path: string): Promise<PartialUpload | undefined> {
  const map = await openIfExists(mapPath(path));
  const part = await openIfExists(partPath(path));
  if (!map || !part) {
    await Promise.all([map?.close(), part?.close()]);
    return undefined;
  }
  const { chunks, end } = decodeMap(await map.readFile());
  await map.truncate(end);
  const buffer = Buffer.allocUnsafe(CHUNK_SIZE);
  for (const [number, chunk] of chunks) {
    const { bytesRead } = await part.read(buffer, 0, chunk.length, number * CHUNK_SIZE);
    const sum = crc32(buffer.subarray(0, bytesRead));
    if (bytesRead !== chunk.length || sum !== chunk.crc32) chunks.delete(number);
  }
  return partialUpload(path, { map, part }, chunks, end);
}

/** Begins a new object. */
export async function createPartialUpload(path: string): Promise<PartialUpload> {
  const part = await open(partPath(path), 'w+', MODE);
  try {
    const map = await open(mapPath(path), 'w+', MODE);
    return partialUpload(path, { map, part }, new Map(), 0);
  } catch (error) {
    await part.close();
    await unlink(partPath(path));
    throw error;
  }
}

interface Handles {
  readonly part: FileHandle;
  readonly map: FileHandle;
}

/** Not for concurrent use: the caller takes turns. */
function partialUpload(
  path: string,
  opened: Handles,
  chunks: Map<number, Chunk>,
  mapLength: number,
) {
  let handles: Handles | undefined = opened;
  let mapEnd = mapLength;
  let idle: NodeJS.Timeout | undefined;
  const background = backgroundFsync(async () => handles?.part.datasync());

  async function openHandles(): Promise<Handles> {
    clearTimeout(idle);
    handles ??= { part: await open(partPath(path), 'r+'), map: await open(mapPath(path), 'r+') };
    return handles;
  }

  async function closeHandles(): Promise<void> {
    clearTimeout(idle);
    const open = handles;
    handles = undefined;
    await background.stop();
    await Promise.all([open?.part.close(), open?.map.close()]);
  }

  async function appendRecord(map: FileHandle, number: number, chunk: Chunk): Promise<void> {
    await writeAll(map, encodeRecord(number, chunk), mapEnd);
    mapEnd += encodeRecord(number, chunk).length;
  }

  function assertIntact(): void {
    if (background.error()) throw background.error();
  }

  const end = () =>
    chunks.entries().reduce((most, [n, { length }]) => Math.max(most, n * CHUNK_SIZE + length), 0);

  return {
    chunks: chunks as ReadonlyMap<number, Chunk>,

    /** Rejects with what the volume said; then nothing of this chunk is there, and no bytes past the others'. */
    async write(number: number, bytes: Uint8Array): Promise<void> {
      assertIntact();
      const { part, map } = await openHandles();
      const chunk: Chunk = { length: bytes.length, crc32: crc32(bytes) };
      const before = chunks.get(number);
      const same = before?.length === chunk.length && before.crc32 === chunk.crc32;
      try {
        // Taken back first: a crash between the two writes must not leave a record for other bytes.
        if (before && !same) {
          await appendRecord(map, number, { length: 0, crc32: 0 });
          chunks.delete(number);
        }
        await writeAll(part, bytes, number * CHUNK_SIZE);
        if (!same) await appendRecord(map, number, chunk);
        chunks.set(number, chunk);
        background.schedule();
      } catch (error) {
        // Only tidying: what the volume said about the chunk is what the caller must hear.
        await part.truncate(end()).catch(() => {});
        throw error;
      } finally {
        idle = setTimeout(() => void closeHandles().catch(() => {}), IDLE_TIMEOUT).unref();
      }
    },

    /** Makes the first `size` bytes a file of their own under `path`, durably. */
    async finish(size: number, now: number): Promise<void> {
      const { part } = await openHandles();
      await background.stop();
      assertIntact();
      // Only where something must be cut off: it would make the file's inode wait for the disk once more.
      if ((await part.stat()).size !== size) await part.truncate(size);
      await part.utimes(now / 1000, now / 1000);
      // Bytes and length; the time may follow with the folder.
      await part.datasync();
      await closeHandles();
      await rename(partPath(path), path);
      await fsyncPath(dirname(path));
      // Another process that finishes the same object may have removed it.
      await removeIfExists(mapPath(path));
    },

    /** Whether this is still all there is: another process may have gone on with the same object. */
    async isCurrent(): Promise<boolean> {
      return (await statIfExists(mapPath(path)))?.size === mapEnd;
    },

    /** Whether bytes were lost on their way to the disk: nothing of this object can be trusted. */
    isCorrupt: () => background.error() !== undefined,
    letGo: closeHandles,
  };
}
