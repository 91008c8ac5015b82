import type { Db } from '../../../platform/db/tables.ts';
import {
  type ObjectStore,
  openStorage,
  StorageOpenError,
} from '../../../platform/storage/open-storage.ts';
import { describeS3Location } from '../../../platform/storage/s3/s3-url.ts';
import type { Storage, StorageMaintenance } from '../../../platform/storage/storage.ts';
import * as repo from './data-identity.repo.ts';

const DISK = 'disk';

/** Where files are, as their database records it. Without credentials. */
export const describeLocation = (store: ObjectStore | undefined): string =>
  store ? describeS3Location(store.location) : DISK;

/** Throws StorageOpenError where the database records another location of its files. */
export async function assertLocation(db: Db, store: ObjectStore | undefined): Promise<void> {
  const recorded = await repo.findLocation(db);
  const current = describeLocation(store);
  if (recorded === null || recorded === current) return;
  throw new StorageOpenError(
    recorded === DISK ? NOT_MOVED : describeMismatch(recorded, store && current),
  );
}

/** Opens the storage with the files of a database. Throws StorageOpenError where they are elsewhere, or not all of them are there yet. */
export async function openRecordedStorage(options: {
  dataDir: string;
  db: Db;
  objectStore: ObjectStore | undefined;
}): Promise<Storage> {
  await assertLocation(options.db, options.objectStore);
  const storage = await openStorage(options);
  try {
    await assertFilesMoved(options.db, storage.maintenance);
    return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/** Throws StorageOpenError where the files of this database are not in its object store, or not all of them yet. */
export async function assertFilesMoved(
  db: Db,
  maintenance: Pick<StorageMaintenance, 'findState'> | undefined,
): Promise<void> {
  const state = await maintenance?.findState();
  if (state === 'copying' || (state === 'empty' && (await repo.hasFiles(db))))
    throw new StorageOpenError(NOT_MOVED);
}

/** Records the store of a starting server where no location is recorded, unless the store belongs to another database. */
export async function recordStore(
  db: Db,
  options: { objectStore: ObjectStore | undefined; storage: Storage; now: () => number },
): Promise<void> {
  const { objectStore, storage, now } = options;
  if (!objectStore || (await repo.findLocation(db)) !== null) return;
  const databaseId = await repo.ensureId(db, now);
  if ((await storage.maintenance?.claim(databaseId)) !== databaseId) return;
  await repo.setLocation(db, describeLocation(objectStore), true);
  // Another node may have recorded another store at the same moment.
  await assertLocation(db, objectStore);
}

const NOT_MOVED =
  'The files are not in the object store (STORAGE_URL), or not all of them yet: unset it, or copy them with npm run migrate:storage, stop every server, and run it with --final.';

const describeMismatch = (recorded: string, current: string | undefined) =>
  current === undefined
    ? `The files of this database are in the object store ${recorded}: set STORAGE_URL to it. Only npm run migrate:storage -- disk --final moves them back to DATA_DIR.`
    : `The files of this database are in the object store ${recorded}, and STORAGE_URL names ${current}: set it to the former. If all blobs are in the latter now, stop every server and run npm run migrate:storage -- s3://… --copied with its address.`;
