import { join } from 'node:path';
import * as storageMessages from '@deqiq/messages/imaging/storage.js';
import { invalid, isMissing } from '../../errors.ts';
import { toStorageError } from '../disk-space.ts';
import type { Checksum, StorageKey } from '../storage.ts';
import { combineChecksums } from './chunk-map.ts';
import { fileSize, mapPath, partPath, removeIfExists } from './disk-files.ts';
import { acceptDuplicateChunk, assertChecksum, refinish } from './finished-object.ts';
import { createPartialUpload, type PartialUpload, resumePartialUpload } from './partial-upload.ts';

const KEY = /^(files|previews|derived|pictures|lost\/files|lost\/pictures)\/[A-Za-z0-9_-]{1,100}$/;

/** A folder of objects, and the uploads of this process whose files are open. */
export interface DiskFolder {
  readonly folder: string;
  /** The time that finished objects get, in milliseconds. */
  readonly now: () => number;
  readonly uploads: Map<StorageKey, PartialUpload>;
}

export function toPath({ folder }: DiskFolder, key: StorageKey): string {
  if (!KEY.test(key)) throw new Error('not a storage key');
  return join(folder, key);
}

/** The upload of an unfinished object, which an earlier process may have begun. */
export async function findUpload(
  disk: DiskFolder,
  key: StorageKey,
): Promise<PartialUpload | undefined> {
  const { uploads } = disk;
  const cached = uploads.get(key);
  if (await cached?.isCurrent()) return cached;
  await closeUpload(disk, key);
  const resumed = await resumePartialUpload(toPath(disk, key));
  if (resumed) uploads.set(key, resumed);
  return resumed;
}

async function closeUpload({ uploads }: DiskFolder, key: StorageKey): Promise<void> {
  const upload = uploads.get(key);
  uploads.delete(key);
  await upload?.closeHandles();
}

/** Removes an object, finished or not. Returns whether there was one. */
export async function discard(disk: DiskFolder, key: StorageKey): Promise<boolean> {
  const path = toPath(disk, key);
  await closeUpload(disk, key);
  const existed = await Promise.all([path, partPath(path), mapPath(path)].map(removeIfExists));
  return existed.some(Boolean);
}

/** Removes a half-written object, reopens others later, and throws 507 for a full disk. */
async function handleWriteError(disk: DiskFolder, key: StorageKey, error: unknown): Promise<never> {
  const upload = disk.uploads.get(key);
  if (!upload || upload.isCorrupt() || upload.chunks.size === 0) await discard(disk, key);
  else await closeUpload(disk, key);
  throw toStorageError(error);
}

/** Returns the number of chunks that are stored. */
export async function writeChunk(
  disk: DiskFolder,
  key: StorageKey,
  number: number,
  bytes: Uint8Array,
): Promise<number> {
  const path = toPath(disk, key);
  const existing = await findUpload(disk, key);
  const size = existing ? undefined : await fileSize(path);
  if (size !== undefined) return acceptDuplicateChunk(path, size, number, bytes);
  try {
    const upload = existing ?? (await createPartialUpload(path));
    disk.uploads.set(key, upload);
    await upload.write(number, bytes);
    return upload.chunks.size;
  } catch (error) {
    return handleWriteError(disk, key, error);
  }
}

export async function finishUpload(
  disk: DiskFolder,
  key: StorageKey,
  expected?: Checksum,
): Promise<Checksum> {
  const { now, uploads } = disk;
  const path = toPath(disk, key);
  const upload = await findUpload(disk, key);
  if (!upload) return refinish(path, expected, now());
  const whole = combineChecksums(upload.chunks);
  if (!whole) throw invalid('files', storageMessages.incomplete());
  assertChecksum(expected, whole);
  try {
    await upload.finish(whole.size, now());
  } catch (error) {
    if (!isMissing(error)) return handleWriteError(disk, key, error);
    // Another process was faster; its object may have been removed since.
    await closeUpload(disk, key);
    return refinish(path, whole, now());
  }
  uploads.delete(key);
  return whole;
}
