import { mkdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileMessages } from '@deqiq/contract/files.ts';
import { uploadMessages } from '@deqiq/contract/uploads.ts';
import { invalid, notFound } from '../../errors.ts';
import { codeOf, volumeError } from '../disk-full.ts';
import { areas, type Checksum, type Storage, type StorageKey } from '../storage.ts';
import { wholeOf } from './chunk-map.ts';
import {
  listArea,
  makeFolder,
  mapOf,
  moveDurably,
  openStored,
  partOf,
  removed,
  sizeOf,
  syncFolder,
  touchedAt,
} from './disk-files.ts';
import { finishAgain, mustBe, takeAgain } from './finished-object.ts';
import { turns } from './keyed-mutex.ts';
import { type Arriving, begin, reopen } from './partial-upload.ts';

const KEY = /^(files|previews|pictures|lost\/files|lost\/pictures)\/[A-Za-z0-9_-]{1,100}$/;

/**
 * Files in `folder`, which is made where it is missing; one process owns it. `now` gives finished objects
 * their time, in milliseconds.
 */
export async function openDiskStorage(
  folder: string,
  now: () => number = Date.now,
): Promise<Storage> {
  for (const area of areas) await mkdir(join(folder, area), { recursive: true, mode: 0o750 });
  await syncFolder(folder);
  const arrivals = new Map<StorageKey, Arriving>();
  const queue = turns();

  const pathOf = (key: StorageKey) => {
    if (!KEY.test(key)) throw new Error('not a storage key');
    return join(folder, key);
  };

  async function forget(key: StorageKey): Promise<void> {
    const known = arrivals.get(key);
    arrivals.delete(key);
    await known?.letGo();
  }

  async function arrival(key: StorageKey): Promise<Arriving | undefined> {
    const known = arrivals.get(key);
    if (await known?.isCurrent()) return known;
    await forget(key);
    const found = await reopen(pathOf(key));
    if (found) arrivals.set(key, found);
    return found;
  }

  async function discard(key: StorageKey): Promise<boolean> {
    const path = pathOf(key);
    await forget(key);
    return (await Promise.all([path, partOf(path), mapOf(path)].map(removed))).some(Boolean);
  }

  /** A volume that failed: what is half-made goes, the rest is looked at afresh, a full disk is a 507. */
  async function failed(key: StorageKey, error: unknown): Promise<never> {
    const upload = arrivals.get(key);
    if (!upload || upload.isLost() || upload.chunks.size === 0) await discard(key);
    else await forget(key);
    throw volumeError(error);
  }

  async function write(key: StorageKey, number: number, bytes: Uint8Array): Promise<number> {
    const path = pathOf(key);
    const arrived = await arrival(key);
    const size = arrived ? undefined : await sizeOf(path);
    if (size !== undefined) return takeAgain(path, size, number, bytes);
    try {
      const upload = arrived ?? (await begin(path));
      arrivals.set(key, upload);
      await upload.write(number, bytes);
      return upload.chunks.size;
    } catch (error) {
      return failed(key, error);
    }
  }

  async function finish(key: StorageKey, expected?: Checksum): Promise<Checksum> {
    const path = pathOf(key);
    const arrived = await arrival(key);
    if (!arrived) return finishAgain(path, expected, now());
    const whole = wholeOf(arrived.chunks);
    if (!whole) throw invalid('files', uploadMessages.incomplete);
    mustBe(expected, whole);
    try {
      await arrived.finish(whole.size, now());
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') return failed(key, error);
      // Another process was faster; what it made may be gone by now.
      await forget(key);
      return finishAgain(path, whole, now());
    }
    arrivals.delete(key);
    return whole;
  }

  return {
    write: (key, number, bytes) => queue.take(key, () => write(key, number, bytes)),
    finish: (key, expected) => queue.take(key, () => finish(key, expected)),

    inspect: (key) =>
      queue.take(key, async () => {
        const path = pathOf(key);
        const size = await sizeOf(path);
        if (size !== undefined) return { finished: true, size };
        const upload = await arrival(key);
        if (upload?.isLost()) {
          // The disk did not keep what was acknowledged: who asks is told before more is sent.
          await discard(key);
          return undefined;
        }
        if (!upload) {
          // Finished by another process since we looked, or not there at all.
          const since = await sizeOf(path);
          return since === undefined ? undefined : { finished: true, size: since };
        }
        const chunks = [...upload.chunks.keys()].sort((a, b) => a - b);
        const bytes = upload.chunks.values().reduce((sum, { length }) => sum + length, 0);
        return { finished: false, chunks, size: bytes, crc32: wholeOf(upload.chunks)?.crc32 };
      }),

    async open(key) {
      const file = await openStored(pathOf(key));
      if (file) return file;
      return queue.take(key, async () => {
        const whole = wholeOf((await arrival(key))?.chunks ?? new Map());
        const part = whole && (await openStored(partOf(pathOf(key)), whole.size));
        const stored = part ?? (await openStored(pathOf(key)));
        if (!stored) throw notFound(fileMessages.notFound);
        return stored;
      });
    },

    remove: (key, untouchedSince) =>
      queue.take(key, async () => {
        if (untouchedSince !== undefined) {
          const path = pathOf(key);
          const touched = await Promise.all([path, partOf(path), mapOf(path)].map(touchedAt));
          if (touched.some((at) => at !== undefined && at > untouchedSince)) return false;
        }
        return discard(key);
      }),

    setAside: (key, untouchedSince) =>
      queue.take(key, async () => {
        const path = pathOf(key);
        const touched = await touchedAt(path);
        if (touched === undefined || touched > untouchedSince) return false;
        const lost = pathOf(`lost/${key}`);
        await makeFolder(dirname(lost), folder);
        await moveDurably(path, lost, now());
        // What a crash has left of its upload beside it.
        await discard(key);
        return true;
      }),

    bringBack: (key) =>
      queue.take(key, async () => {
        const path = pathOf(key);
        const lost = pathOf(`lost/${key}`);
        if ((await sizeOf(lost)) === undefined || (await sizeOf(path)) !== undefined) return false;
        await moveDurably(lost, path, now());
        return true;
      }),

    list: (area, which) => listArea(join(folder, area), area, which),

    async space() {
      const { bsize, blocks, bavail } = await statfs(folder);
      return { size: blocks * bsize, available: bavail * bsize };
    },

    async close() {
      await queue.over();
      await Promise.all(arrivals.values().map((upload) => upload.letGo()));
      arrivals.clear();
    },
  };
}
