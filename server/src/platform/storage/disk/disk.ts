import { mkdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { storageMessages } from '@deqiq/contract/shared/errors.ts';
import { keyedMutex } from '../../concurrency.ts';
import { invalid, isMissing, notFound } from '../../errors.ts';
import { fsyncPath } from '../../files.ts';
import { toStorageError } from '../disk-space.ts';
import { areas, type Checksum, type Storage, type StorageKey } from '../storage.ts';
import { combineChecksums } from './chunk-map.ts';
import {
  fileSize,
  listArea,
  makeFolder,
  mapPath,
  moveDurably,
  openStored,
  partPath,
  removeIfExists,
  touchedAt,
} from './disk-files.ts';
import { acceptDuplicateChunk, assertChecksum, refinish } from './finished-object.ts';
import { createPartialUpload, type PartialUpload, resumePartialUpload } from './partial-upload.ts';

const KEY = /^(files|previews|derived|pictures|lost\/files|lost\/pictures)\/[A-Za-z0-9_-]{1,100}$/;

/**
 * Stores objects as files in `folder`, which is created if missing. `now` is the time given to finished objects, in
 * milliseconds.
 */
export async function openDiskStorage(
  folder: string,
  now: () => number = Date.now,
): Promise<Storage> {
  for (const area of areas) await mkdir(join(folder, area), { recursive: true, mode: 0o750 });
  await fsyncPath(folder);
  const uploads = new Map<StorageKey, PartialUpload>();
  const mutex = keyedMutex();

  const pathOf = (key: StorageKey) => {
    if (!KEY.test(key)) throw new Error('not a storage key');
    return join(folder, key);
  };

  async function closeUpload(key: StorageKey): Promise<void> {
    const upload = uploads.get(key);
    uploads.delete(key);
    await upload?.closeHandles();
  }

  async function findUpload(key: StorageKey): Promise<PartialUpload | undefined> {
    const cached = uploads.get(key);
    if (await cached?.isCurrent()) return cached;
    await closeUpload(key);
    const resumed = await resumePartialUpload(pathOf(key));
    if (resumed) uploads.set(key, resumed);
    return resumed;
  }

  async function discard(key: StorageKey): Promise<boolean> {
    const path = pathOf(key);
    await closeUpload(key);
    return (await Promise.all([path, partPath(path), mapPath(path)].map(removeIfExists))).some(
      Boolean,
    );
  }

  /** Removes a half-written object, reopens others later, and throws 507 for a full disk. */
  async function handleWriteError(key: StorageKey, error: unknown): Promise<never> {
    const upload = uploads.get(key);
    if (!upload || upload.isCorrupt() || upload.chunks.size === 0) await discard(key);
    else await closeUpload(key);
    throw toStorageError(error);
  }

  async function write(key: StorageKey, number: number, bytes: Uint8Array): Promise<number> {
    const path = pathOf(key);
    const existing = await findUpload(key);
    const size = existing ? undefined : await fileSize(path);
    if (size !== undefined) return acceptDuplicateChunk(path, size, number, bytes);
    try {
      const upload = existing ?? (await createPartialUpload(path));
      uploads.set(key, upload);
      await upload.write(number, bytes);
      return upload.chunks.size;
    } catch (error) {
      return handleWriteError(key, error);
    }
  }

  async function finish(key: StorageKey, expected?: Checksum): Promise<Checksum> {
    const path = pathOf(key);
    const upload = await findUpload(key);
    if (!upload) return refinish(path, expected, now());
    const whole = combineChecksums(upload.chunks);
    if (!whole) throw invalid('files', storageMessages.incomplete);
    assertChecksum(expected, whole);
    try {
      await upload.finish(whole.size, now());
    } catch (error) {
      if (!isMissing(error)) return handleWriteError(key, error);
      // Another process was faster; its object may have been removed since.
      await closeUpload(key);
      return refinish(path, whole, now());
    }
    uploads.delete(key);
    return whole;
  }

  return {
    write: (key, number, bytes) => mutex.run(key, () => write(key, number, bytes)),
    finish: (key, expected) => mutex.run(key, () => finish(key, expected)),

    inspect: (key) =>
      mutex.run(key, async () => {
        const path = pathOf(key);
        const size = await fileSize(path);
        if (size !== undefined) return { finished: true, size };
        const upload = await findUpload(key);
        if (upload?.isCorrupt()) {
          // The disk lost acknowledged bytes. The client must learn this before it sends more.
          await discard(key);
          return undefined;
        }
        if (!upload) {
          // Finished by another process in the meantime, or missing.
          const since = await fileSize(path);
          return since === undefined ? undefined : { finished: true, size: since };
        }
        const chunks = [...upload.chunks.keys()].sort((a, b) => a - b);
        const bytes = upload.chunks.values().reduce((sum, { length }) => sum + length, 0);
        return {
          finished: false,
          chunks,
          size: bytes,
          crc32: combineChecksums(upload.chunks)?.crc32,
        };
      }),

    async open(key) {
      const file = await openStored(pathOf(key));
      if (file) return file;
      return mutex.run(key, async () => {
        const whole = combineChecksums((await findUpload(key))?.chunks ?? new Map());
        const part = whole && (await openStored(partPath(pathOf(key)), whole.size));
        const stored = part ?? (await openStored(pathOf(key)));
        if (!stored) throw notFound(storageMessages.notFound);
        return stored;
      });
    },

    remove: (key, untouchedSince) =>
      mutex.run(key, async () => {
        if (untouchedSince !== undefined) {
          const path = pathOf(key);
          const touched = await Promise.all([path, partPath(path), mapPath(path)].map(touchedAt));
          if (touched.some((at) => at !== undefined && at > untouchedSince)) return false;
        }
        return discard(key);
      }),

    setAside: (key, untouchedSince) =>
      mutex.run(key, async () => {
        const path = pathOf(key);
        const touched = await touchedAt(path);
        if (touched === undefined || touched > untouchedSince) return false;
        const lost = pathOf(`lost/${key}`);
        await makeFolder(dirname(lost), folder);
        await moveDurably(path, lost, now());
        // A crash may have left files of its upload.
        await discard(key);
        return true;
      }),

    bringBack: (key) =>
      mutex.run(key, async () => {
        const path = pathOf(key);
        const lost = pathOf(`lost/${key}`);
        if ((await fileSize(lost)) === undefined || (await fileSize(path)) !== undefined)
          return false;
        await moveDurably(lost, path, now());
        return true;
      }),

    list: (area, which) => listArea(join(folder, area), area, which),

    async space() {
      const { bsize, blocks, bavail } = await statfs(folder);
      return { size: blocks * bsize, available: bavail * bsize };
    },

    async close() {
      await mutex.whenIdle();
      await Promise.all(uploads.values().map((upload) => upload.closeHandles()));
      uploads.clear();
    },
  };
}
