import { readPrivateFile, writePrivateFile } from '../../../platform/data-folder/data-folder.ts';
import type { Db } from '../../../platform/db/tables.ts';
import type { Log } from '../../../platform/storage/garbage-collector.ts';
import type { ObjectStore } from '../../../platform/storage/open-storage.ts';
import type { Storage, StorageMaintenance } from '../../../platform/storage/storage.ts';
import * as repo from './data-identity.repo.ts';
import { describeLocation } from './file-location.service.ts';

/** File in the data folder with the id of the database its objects belong to. */
export const IDENTITY_FILE = 'database-id';

/** Files per query, and in total: a sample is enough for a large folder. */
const BATCH_SIZE = 500;
const SAMPLE_SIZE = 2_000;

interface Deps {
  db: Db;
  storage: Pick<Storage, 'list' | 'maintenance'>;
  dataDir: string;
  /** Returns the ids of checkup files that have a row. */
  findExistingFiles: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  now: () => number;
}

type Sweep = (log: Log) => Promise<number>;

/** Checks that the files belong to this database: with the wrong one a sweep would set all of them aside. */
export function dataIdentityService({ db, storage, dataDir, findExistingFiles, now }: Deps) {
  /** A folder without an id is adopted when at least half of its files have a row. */
  async function isAdoptable(): Promise<boolean> {
    let owned = 0;
    let unowned = 0;
    let batch: string[] = [];
    const count = async () => {
      const existing = await findExistingFiles(batch);
      owned += existing.size;
      unowned += batch.length - existing.size;
      batch = [];
    };
    for await (const { key, finished } of storage.list('files')) {
      if (finished) batch.push(key.slice(key.lastIndexOf('/') + 1));
      if (batch.length === BATCH_SIZE) await count();
      if (owned + unowned >= SAMPLE_SIZE) break;
    }
    await count();
    return unowned <= owned;
  }

  /** Why sweeps must not run, as a sentence; undefined if folder, object store and database belong together. */
  async function findMismatch(): Promise<string | undefined> {
    const databaseId = await repo.ensureId(db, now);
    const owner = await storage.maintenance?.claim(databaseId);
    if (owner !== undefined && owner !== databaseId) return storeMessage(owner, databaseId);
    const folderId = (await readPrivateFile(dataDir, IDENTITY_FILE))?.trim();
    if (folderId)
      return folderId === databaseId ? undefined : mismatchMessage(folderId, databaseId);
    if (!(await isAdoptable()))
      return `the data folder has no ${IDENTITY_FILE}, and most of its files have no row in database ${databaseId}`;
    await writePrivateFile(dataDir, IDENTITY_FILE, `${databaseId}\n`);
    return undefined;
  }

  return {
    findMismatch,

    /** Wraps a sweep so that it does nothing while folder and database do not belong together. */
    guardSweep(sweep: Sweep): Sweep {
      return async (log) => {
        const reason = await findMismatch();
        if (reason === undefined) return sweep(log);
        log.error({ reason }, 'nothing is swept: the data folder belongs to another database');
        return 0;
      };
    },
  };
}

/** Read-only check; undefined if all belong together or the next start will pair them. */
export async function readMismatch(
  db: Db,
  dataDir: string,
  maintenance?: Pick<StorageMaintenance, 'readOwner'>,
): Promise<string | undefined> {
  const databaseId = await repo.findId(db);
  const owner = await maintenance?.readOwner();
  if (owner !== undefined && owner !== databaseId) return storeMessage(owner, databaseId);
  const folderId = (await readPrivateFile(dataDir, IDENTITY_FILE))?.trim();
  if (!folderId || databaseId === folderId) return undefined;
  return mismatchMessage(folderId, databaseId);
}

/** Gives a restored database, its data folder and its object store a new common id, and records where its files are. */
export async function bindData(
  db: Db,
  {
    dataDir,
    objectStore,
    maintenance,
  }: {
    dataDir: string;
    objectStore?: ObjectStore | undefined;
    maintenance?: Pick<StorageMaintenance, 'setOwner'> | undefined;
  },
  now: () => number = Date.now,
): Promise<void> {
  const id = await repo.replaceId(db, describeLocation(objectStore), now);
  await maintenance?.setOwner(id);
  await writePrivateFile(dataDir, IDENTITY_FILE, `${id}\n`);
}

const mismatchMessage = (folderId: string, databaseId = 'without an id') =>
  `the data folder belongs to database ${folderId}, and this is database ${databaseId}: set DATABASE_URL or DATA_DIR right`;

const storeMessage = (owner: string, databaseId = 'without an id') =>
  `the object store belongs to database ${owner}, and this is database ${databaseId}: set DATABASE_URL or STORAGE_URL right`;
