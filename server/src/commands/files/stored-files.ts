import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  assertLocation,
  openRecordedStorage,
} from '../../features/operations/data-identity/file-location.service.ts';
import type { Db } from '../../platform/db/tables.ts';
import { AppError, isMissing } from '../../platform/errors.ts';
import { listArea } from '../../platform/storage/disk/disk-files.ts';
import { type ObjectStore, objectsFolder } from '../../platform/storage/open-storage.ts';
import { MissingBlob } from '../../platform/storage/s3/blob-errors.ts';
import type {
  Area,
  LostArea,
  Storage,
  StorageKey,
  StoredEntry,
  StoredObject,
} from '../../platform/storage/storage.ts';

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

export function openIfExists(storage: Storage, key: StorageKey): Promise<StoredObject | undefined> {
  return storage.open(key).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  });
}

export function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

function ignoreMissingBlob(error: unknown): undefined {
  if (!(error instanceof MissingBlob)) throw error;
}
