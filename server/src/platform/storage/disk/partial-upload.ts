import { type FileHandle, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { isMissing } from '../../errors.ts';
import { fsyncPath } from '../../files.ts';
import { toStorageError } from '../disk-space.ts';
import { backgroundFsync } from './background-fsync.ts';
import { type Chunk, encodeRecord } from './chunk-map.ts';
import { mapPath, partPath, removeIfExists, statIfExists, writeAll } from './disk-files.ts';
import { closeBoth, type Handles, MODE, openBoth, readChunks } from './upload-files.ts';

/** Milliseconds without a chunk after which an upload's file handles are closed. */
const IDLE_TIMEOUT = 30_000;

/** An unfinished object: `<path>.part` contains its bytes, `<path>.map` lists its chunks. */
export type PartialUpload = ReturnType<typeof partialUpload>;

/** Opens an unfinished object or returns undefined. Compares every chunk: a power cut may have lost its bytes. */
export async function resumePartialUpload(path: string): Promise<PartialUpload | undefined> {
  let handles: Handles | undefined;
  try {
    handles = await openBoth(path);
    const { chunks, end } = await readChunks(handles);
    return partialUpload(path, handles, chunks, end);
  } catch (error) {
    await closeBoth(handles);
    if (isMissing(error)) return undefined;
    throw toStorageError(error);
  }
}

/** Creates an object without chunks. */
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

/** Not for concurrent use: the caller serialises the calls. */
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
    handles ??= await openBoth(path);
    return handles;
  }

  async function closeHandles(): Promise<void> {
    clearTimeout(idle);
    const open = handles;
    handles = undefined;
    await background.stop();
    await closeBoth(open);
  }

  async function appendRecord(map: FileHandle, number: number, chunk: Chunk): Promise<void> {
    await writeAll(map, encodeRecord(number, chunk), mapEnd);
    mapEnd += encodeRecord(number, chunk).length;
  }

  function assertIntact(): void {
    if (background.error()) throw background.error();
  }

  const end = () =>
    chunks.entries().reduce((end, [n, { length }]) => Math.max(end, n * CHUNK_SIZE + length), 0);

  return {
    chunks: chunks as ReadonlyMap<number, Chunk>,

    /** Rejects with the volume's error; then the chunk is absent and the file ends with the others. */
    async write(number: number, bytes: Uint8Array): Promise<void> {
      assertIntact();
      const { part, map } = await openHandles();
      const chunk: Chunk = { length: bytes.length, crc32: crc32(bytes) };
      const existing = chunks.get(number);
      const isSame = existing?.length === chunk.length && existing.crc32 === chunk.crc32;
      try {
        // Revoke the record first: a crash between the two writes must not leave a record of other bytes.
        if (existing && !isSame) {
          await appendRecord(map, number, { length: 0, crc32: 0 });
          chunks.delete(number);
        }
        await writeAll(part, bytes, number * CHUNK_SIZE);
        if (!isSame) await appendRecord(map, number, chunk);
        chunks.set(number, chunk);
        background.schedule();
      } catch (error) {
        // Cleanup only: the caller needs the error of the chunk.
        await part.truncate(end()).catch(() => {});
        throw error;
      } finally {
        idle = setTimeout(() => void closeHandles().catch(() => {}), IDLE_TIMEOUT).unref();
      }
    },

    /** Makes the first `size` bytes the finished file `path`, durably. */
    async finish(size: number, now: number): Promise<void> {
      const { part } = await openHandles();
      await background.stop();
      assertIntact();
      // Only if needed: truncating costs one more sync of the inode.
      if ((await part.stat()).size !== size) await part.truncate(size);
      await part.utimes(now / 1000, now / 1000);
      // Syncs bytes and length; the time follows with the folder.
      await part.datasync();
      await closeHandles();
      await rename(partPath(path), path);
      await fsyncPath(dirname(path));
      // Another process that finishes the same object may have removed the map.
      await removeIfExists(mapPath(path));
    },

    /** Whether the map is unchanged: another process may have continued the same object. */
    async isCurrent(): Promise<boolean> {
      return (await statIfExists(mapPath(path)))?.size === mapEnd;
    },

    /** Whether bytes were lost on their way to the disk: the object cannot be trusted. */
    isCorrupt: () => background.error() !== undefined,
    closeHandles,
  };
}
