import { mkdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as storageMessages from '@deqiq/messages/imaging/storage.js';
import { notFound } from '../../errors.ts';
import { fsyncPath } from '../../files.ts';
import { keyedMutex } from '../../queues/concurrency.ts';
import {
  areas,
  type Finished,
  type SetAsideArea,
  type Storage,
  type StorageKey,
  type StoredObject,
  type Unfinished,
} from '../storage.ts';
import { combineChecksums } from './chunk-map.ts';
import {
  fileSize,
  listArea,
  makeFolder,
  mapPath,
  moveDurably,
  openStored,
  partPath,
  touchedAt,
} from './disk-files.ts';
import {
  type DiskFolder,
  discard,
  findUpload,
  finishUpload,
  toPath,
  writeChunk,
} from './open-uploads.ts';

type SetAsideKey = `${SetAsideArea}/${string}`;

/** Stores objects in `folder`, created if missing. `now`: the time of finished objects, in milliseconds. */
export async function openDiskStorage(
  folder: string,
  now: () => number = Date.now,
): Promise<Storage> {
  for (const area of areas) await mkdir(join(folder, area), { recursive: true, mode: 0o750 });
  await fsyncPath(folder);
  const disk: DiskFolder = { folder, now, uploads: new Map() };
  const mutex = keyedMutex();

  return {
    write: (key, number, bytes) => mutex.run(key, () => writeChunk(disk, key, number, bytes)),
    finish: (key, expected) => mutex.run(key, () => finishUpload(disk, key, expected)),
    inspect: (key) => mutex.run(key, () => inspect(disk, key)),

    async open(key) {
      const file = await openStored(toPath(disk, key));
      return file ?? mutex.run(key, () => openUnfinished(disk, key));
    },

    remove: (key, untouchedSince) => mutex.run(key, () => remove(disk, key, untouchedSince)),
    setAside: (key, untouchedSince) => mutex.run(key, () => setAside(disk, key, untouchedSince)),
    bringBack: (key) => mutex.run(key, () => bringBack(disk, key)),
    list: (area, which) => listArea(join(folder, area), area, which),

    async space() {
      const { bsize, blocks, bavail } = await statfs(folder);
      return { size: blocks * bsize, available: bavail * bsize };
    },

    async close() {
      await mutex.whenIdle();
      await Promise.all(disk.uploads.values().map((upload) => upload.closeHandles()));
      disk.uploads.clear();
    },
  };
}

async function inspect(
  disk: DiskFolder,
  key: StorageKey,
): Promise<Finished | Unfinished | undefined> {
  const path = toPath(disk, key);
  const size = await fileSize(path);
  if (size !== undefined) return { finished: true, size };
  const upload = await findUpload(disk, key);
  if (upload?.isCorrupt()) {
    // The disk lost acknowledged bytes. The client must learn this before it sends more.
    await discard(disk, key);
    return undefined;
  }
  if (!upload) {
    // Finished by another process in the meantime, or missing.
    const since = await fileSize(path);
    return since === undefined ? undefined : { finished: true, size: since };
  }
  const chunks = [...upload.chunks.keys()].sort((a, b) => a - b);
  const bytes = upload.chunks.values().reduce((sum, { length }) => sum + length, 0);
  const crc32 = combineChecksums(upload.chunks)?.crc32;
  return { finished: false, chunks, size: bytes, crc32 };
}

/** Its chunks must be complete. */
async function openUnfinished(disk: DiskFolder, key: StorageKey): Promise<StoredObject> {
  const path = toPath(disk, key);
  const whole = combineChecksums((await findUpload(disk, key))?.chunks ?? new Map());
  const part = whole && (await openStored(partPath(path), whole.size));
  const stored = part ?? (await openStored(path));
  if (!stored) throw notFound(storageMessages.notFound());
  return stored;
}

async function remove(
  disk: DiskFolder,
  key: StorageKey,
  untouchedSince?: number,
): Promise<boolean> {
  if (untouchedSince !== undefined) {
    const path = toPath(disk, key);
    const touched = await Promise.all([path, partPath(path), mapPath(path)].map(touchedAt));
    if (touched.some((at) => at !== undefined && at > untouchedSince)) return false;
  }
  return discard(disk, key);
}

async function setAside(
  disk: DiskFolder,
  key: SetAsideKey,
  untouchedSince: number,
): Promise<boolean> {
  const path = toPath(disk, key);
  const touched = await touchedAt(path);
  if (touched === undefined || touched > untouchedSince) return false;
  const lost = toPath(disk, `lost/${key}`);
  await makeFolder(dirname(lost), disk.folder);
  await moveDurably(path, lost, disk.now());
  // A crash may have left files of its upload.
  await discard(disk, key);
  return true;
}

async function bringBack(disk: DiskFolder, key: SetAsideKey): Promise<boolean> {
  const path = toPath(disk, key);
  const lost = toPath(disk, `lost/${key}`);
  if ((await fileSize(lost)) === undefined || (await fileSize(path)) !== undefined) return false;
  await moveDurably(lost, path, disk.now());
  return true;
}
