import { createHash } from 'node:crypto';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import {
  assertLocation,
  openRecordedStorage,
} from '../features/operations/data-identity/file-location.service.ts';
import type { Db } from '../platform/db/tables.ts';
import { AppError, isMissing } from '../platform/errors.ts';
import type { FileChecksum } from '../platform/files.ts';
import { listArea } from '../platform/storage/disk/disk-files.ts';
import { type ObjectStore, objectsFolder } from '../platform/storage/open-storage.ts';
import { MissingBlob } from '../platform/storage/s3/blob-store.ts';
import type {
  Area,
  LostArea,
  Storage,
  StorageKey,
  StoredEntry,
  StoredObject,
} from '../platform/storage/storage.ts';

/** The finished objects as commands read them, beside a running server. Nothing is changed. */
export interface StoredFiles {
  /** Bytes of a finished object; undefined if it is missing. */
  size(key: StorageKey | LostKey): Promise<number | undefined>;
  /** Runs `work` on the path of a file with the bytes, which it compares; undefined if the object or bytes of it are missing. */
  withFile<T>(key: StorageKey, work: (path: string) => Promise<T>): Promise<T | undefined>;
  list(area: Area | LostArea): AsyncIterable<StoredEntry>;
  /** The object store; undefined for files on the disk. */
  readonly storage?: Storage | undefined;
  close(): Promise<void>;
}

/** The key of an object that was set aside. */
type LostKey = `lost/${StorageKey}`;

/** Opens the files of the data folder, or of the object store where one is set. Throws StorageOpenError where they are elsewhere. */
export async function openStoredFiles(options: {
  dataDir: string;
  db: Db;
  objectStore?: ObjectStore | undefined;
}): Promise<StoredFiles> {
  const { dataDir, db, objectStore } = options;
  if (objectStore) return filesInStore(await openRecordedStorage({ dataDir, db, objectStore }));
  await assertLocation(db, undefined);
  return filesOnDisk(objectsFolder(dataDir));
}

/** Files in a folder, for example the objects of a backup. */
export const filesOnDisk = (folder: string): StoredFiles => ({
  size: (key) => fileSize(join(folder, key)),
  async withFile(key, work) {
    const path = join(folder, key);
    return (await fileSize(path)) === undefined ? undefined : work(path);
  },
  list: (area) => listArea(join(folder, area), area),
  close: async () => {},
});

const fileSize = (path: string): Promise<number | undefined> =>
  stat(path).then(
    (stats) => (stats.isFile() ? stats.size : undefined),
    () => undefined,
  );

/** Files in an open object store. */
export const filesInStore = (storage: Storage): StoredFiles => ({
  async size(key) {
    const object = await storage.inspect(key as StorageKey);
    return object?.finished ? object.size : undefined;
  },
  async withFile(key, work) {
    const object = await openIfExists(storage, key);
    if (!object) return undefined;
    try {
      const path = await object.file(false).catch(ignoreMissingBlob);
      return path === undefined ? undefined : await work(path);
    } finally {
      await object.close();
    }
  },
  list: (area) => storage.list(area),
  storage,
  close: () => storage.close(),
});

/** Opens a finished object; undefined if it is missing. */
export function openIfExists(storage: Storage, key: StorageKey): Promise<StoredObject | undefined> {
  return storage.open(key).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  });
}

/** Stores a file as a finished object. Returns what was read; undefined if the file is missing. */
export async function sendFile(
  storage: Storage,
  key: StorageKey,
  path: string,
): Promise<FileChecksum | undefined> {
  const sent = await sendChunks(storage, key, path);
  if (sent) await storage.finish(key, sent);
  return sent;
}

/** Stores the chunks of a file, which the caller finishes. Returns what was read; undefined if the file is missing. */
export async function sendChunks(
  storage: Storage,
  key: StorageKey,
  path: string,
): Promise<FileChecksum | undefined> {
  const hash = createHash('sha256');
  let size = 0;
  let sum = 0;
  let number = 0;
  const file = await open(path).catch(ignoreMissing);
  if (!file) return undefined;
  try {
    const buffer = Buffer.allocUnsafe(CHUNK_SIZE);
    for (let length = -1; length !== 0; number += 1) {
      length = await readWhole(file, buffer, size);
      const bytes = buffer.subarray(0, length);
      // An empty file is one empty chunk.
      if (length > 0 || number === 0) await storage.write(key, number, bytes);
      hash.update(bytes);
      sum = crc32(bytes, sum);
      size += length;
    }
  } finally {
    await file.close();
  }
  return { size, crc32: sum, sha256: hash.digest('hex') };
}

/** Fills the buffer from byte `position`, or to the end of the file. Returns the number of bytes. */
async function readWhole(file: FileHandle, buffer: Buffer, position: number): Promise<number> {
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await file.read(
      buffer,
      length,
      buffer.length - length,
      position + length,
    );
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return length;
}

function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

function ignoreMissingBlob(error: unknown): undefined {
  if (!(error instanceof MissingBlob)) throw error;
}
