import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { forgetGenerations } from '../../features/imaging/imaging/generations.repo.ts';
import { cancelUnsent } from '../../features/notifications/notifications/outbox.repo.ts';
import { sealAudit } from '../../features/operations/audit/chain.service.ts';
import { bindData } from '../../features/operations/data-identity/data-identity.service.ts';
import { forEachConcurrent } from '../../platform/concurrency.ts';
import { SECOND_FACTOR_KEY } from '../../platform/data-folder/data-folder.ts';
import { writeLastBackup } from '../../platform/data-folder/last-backup.ts';
import {
  beginRestore,
  endRestore,
  isRestorable,
  undoRestore,
} from '../../platform/data-folder/unfinished-restore.ts';
import { type Database, openDatabase, SQLITE_FILE } from '../../platform/db/database.ts';
import { lockDataFolder } from '../../platform/db/folder-lock.ts';
import { knownMigrations } from '../../platform/db/migrator.ts';
import { type DatabaseLock, withDatabaseLock } from '../../platform/db/postgres/restore-claim.ts';
import {
  checksumFile,
  copyFileDurably,
  type FileChecksum,
  fsyncPath,
} from '../../platform/files.ts';
import {
  type ObjectStore,
  objectsFolder,
  openStorage,
} from '../../platform/storage/open-storage.ts';
import { areas, type Storage, type StorageKey } from '../../platform/storage/storage.ts';
import { iso } from '../../platform/time.ts';
import {
  countRows,
  findDamage,
  isBackedUp,
  listReferencedFiles,
} from '../backup/inventory.repo.ts';
import { BackupError, type Manifest, readList, readManifest } from '../backup/manifest.ts';
import { endSessions, loadSnapshot } from '../backup/snapshot.repo.ts';
import { deriveAgain } from '../derive/derive-again.ts';
import { filesInStore, filesOnDisk, sendFile } from '../stored-files.ts';
import {
  abandonDatabase,
  assertStillAlone,
  claimEmptyDatabase,
  releaseDatabase,
} from './restored-database.repo.ts';
import { openTarget } from './restored-store.ts';

const CONCURRENCY = 4;

interface Options {
  readonly backup: string;
  readonly dataDir: string;
  /** PostgreSQL; undefined: SQLite in the data folder. */
  readonly url?: string | undefined;
  /** Where the files are restored; undefined: in the data folder. Requires `url`. */
  readonly objectStore?: ObjectStore | undefined;
}

/**
 * Restores a backup into an empty data folder and, with `url`, an empty database. Verifies every byte; an incomplete
 * backup leaves nothing behind. The folder stays locked during the restore. An interrupted restore is repeatable.
 */
export async function restore(options: Options): Promise<Manifest> {
  const { backup, dataDir } = options;
  // Before the lock, which is a file: what is no backup leaves nothing in an empty folder.
  const manifest = (await isRestorable(dataDir)) ? await readManifest(backup) : undefined;
  const lock = await lockDataFolder(dataDir, 'restore');
  try {
    if (manifest && (await isRestorable(dataDir)))
      return await withDatabaseLock(options.url, (database) =>
        restoreLocked(options, manifest, database),
      );
    throw new BackupError(`${dataDir} is not empty: a backup is restored into an empty folder`);
  } finally {
    lock.release();
  }
}

async function restoreLocked(
  { backup, dataDir, url, objectStore }: Options,
  manifest: Manifest,
  lock: DatabaseLock | undefined,
): Promise<Manifest> {
  const unknown = manifest.schema.find((name) => !knownMigrations.includes(name));
  if (unknown)
    throw new BackupError(`the backup is from a newer version of this program (${unknown})`);
  const list = await verifyBackup(backup, manifest);
  const token = await beginRestore(dataDir);
  const store = objectStore && (await openTarget(objectStore));
  try {
    await store?.claim(token);
    if (url !== undefined) await claimDatabase({ dataDir, url }, token, lock);
    await copyFileDurably(join(backup, SECOND_FACTOR_KEY), join(dataDir, SECOND_FACTOR_KEY));
    if (!store) await copyFiles(join(backup, 'objects'), join(dataDir, 'objects.restoring'), list);
    if (url === undefined) await copySqliteFile(backup, dataDir, manifest);
    else await loadRows(backup, { dataDir, url, manifest });
    if (!store) await rename(join(dataDir, 'objects.restoring'), join(dataDir, 'objects'));
    if (url === undefined)
      await rename(join(dataDir, `${SQLITE_FILE}.restoring`), join(dataDir, SQLITE_FILE));
    await fsyncPath(dataDir);
    await checkRestored({ backup, dataDir, url, objectStore }, manifest, list);
    const { at, bytes, files, auditHead } = manifest;
    await writeLastBackup(dataDir, { at, folder: backup, bytes, files, auditHead });
    await store?.release();
    if (url !== undefined) await release({ dataDir, url });
  } catch (error) {
    // If this fails, the next restore cleans up; until then servers and commands refuse the folder.
    await Promise.allSettled([undo({ dataDir, url }, token), store?.abandon(token)]);
    throw error;
  } finally {
    store?.close();
  }
  await endRestore(dataDir);
  return manifest;
}

/** Compares rows and file list of a backup. The bytes are verified when they are copied. */
async function verifyBackup(
  backup: string,
  manifest: Manifest,
): Promise<Map<string, FileChecksum>> {
  const list = await readList(backup);
  const snapshot = await openDatabase({ dataDir: backup, readOnly: true });
  try {
    const [damage] = await findDamage(snapshot.db);
    if (damage) throw new BackupError(`the database of the backup is damaged: ${damage}`);
    await assertRowCounts(snapshot, manifest);
    for await (const { key, size, crc32, owner } of listReferencedFiles(snapshot.db)) {
      const sum = list.get(key);
      if (!sum && manifest.damaged.includes(key)) continue;
      if (!sum) throw new BackupError(`${key} of ${owner} is not in the backup`);
      if ((size ?? sum.size) !== sum.size || (crc32 ?? sum.crc32) !== sum.crc32)
        throw new BackupError(`${key} in the backup differs from its row`);
    }
  } finally {
    await snapshot.close();
  }
  return list;
}

async function assertRowCounts({ db }: Database, { rows }: Manifest): Promise<void> {
  const tables = Object.keys(rows).filter(isBackedUp);
  const existing = new Set((await db.introspection.getTables()).map(({ name }) => name));
  const missing = tables.find((table) => !existing.has(table));
  if (missing) throw new BackupError(`the database of the backup has no table ${missing}`);
  const actual = await countRows(db, tables);
  for (const table of tables)
    if (actual[table] !== rows[table])
      throw new BackupError(`${table} has ${actual[table]} rows instead of ${rows[table]}`);
}

async function copyFiles(
  from: string,
  to: string,
  list: ReadonlyMap<string, FileChecksum>,
): Promise<void> {
  for (const area of areas) await mkdir(join(to, area), { recursive: true, mode: 0o750 });
  await forEachConcurrent(iterateEntries(list), CONCURRENCY, async ([key, sum]) => {
    if (!(await copyFileDurably(join(from, key), join(to, key))))
      throw new BackupError(`${key} is missing in the backup`);
    if ((await checksumFile(join(to, key)))?.sha256 !== sum.sha256)
      throw new BackupError(`${key} in the backup is damaged`);
  });
  for (const area of areas) await fsyncPath(join(to, area));
  await fsyncPath(to);
}

async function* iterateEntries(
  list: ReadonlyMap<string, FileChecksum>,
): AsyncGenerator<[string, FileChecksum]> {
  yield* list;
}

async function copySqliteFile(
  backup: string,
  dataDir: string,
  { database }: Manifest,
): Promise<void> {
  const target = join(dataDir, `${SQLITE_FILE}.restoring`);
  await copyFileDurably(join(backup, SQLITE_FILE), target);
  if ((await checksumFile(target))?.sha256 !== database.sha256)
    throw new BackupError(`${SQLITE_FILE} in the backup is damaged`);
}

async function loadRows(
  backup: string,
  { dataDir, url, manifest }: { dataDir: string; url: string; manifest: Manifest },
): Promise<void> {
  const snapshot = await openDatabase({ dataDir: backup, readOnly: true });
  try {
    const { db, close } = await openDatabase({
      url,
      dataDir,
      schema: manifest.schema,
      isRestoring: true,
    });
    await loadSnapshot(db, snapshot.db).finally(close);
  } finally {
    await snapshot.close();
  }
}

interface Target {
  readonly dataDir: string;
  readonly url: string;
}

/** Marks an empty PostgreSQL database as being restored, after removing leftovers of the same restore. */
async function claimDatabase(
  target: Target,
  token: string,
  lock: DatabaseLock | undefined,
): Promise<void> {
  const { db, close } = await openDatabase({ ...target, readOnly: true, isRestoring: true });
  try {
    if (!(await claimEmptyDatabase(db, token)))
      throw new BackupError('the database is not empty: a backup is restored into an empty one');
    await assertStillAlone(db, lock);
  } finally {
    await close();
  }
}

async function release(target: Target): Promise<void> {
  const { db, close } = await openDatabase({ ...target, readOnly: true, isRestoring: true });
  await releaseDatabase(db).finally(close);
}

async function undo(
  { dataDir, url }: { dataDir: string; url?: string | undefined },
  token: string,
): Promise<void> {
  if (url !== undefined) {
    const { db, close } = await openDatabase({
      dataDir,
      url,
      readOnly: true,
      isRestoring: true,
    });
    await abandonDatabase(db, token).finally(close);
  }
  await undoRestore(dataDir);
}

/**
 * Opens the result like the server, sends the files to the object store if there is one, and checks that every
 * referenced file exists with the right size.
 */
async function checkRestored(
  location: Options,
  manifest: Manifest,
  list: ReadonlyMap<string, FileChecksum>,
): Promise<void> {
  const { backup, dataDir, url, objectStore } = location;
  const database = await openDatabase({ dataDir, url, isRestoring: true });
  const { db } = database;
  // The backup records where its files were.
  const stored = objectStore
    ? filesInStore(await openStorage({ dataDir, db, objectStore }))
    : filesOnDisk(objectsFolder(dataDir));
  try {
    if (stored.storage) await sendFiles(join(backup, 'objects'), stored.storage, list);
    await assertRowCounts(database, manifest);
    for await (const { key, size, owner } of listReferencedFiles(db)) {
      const actual = await stored.size(key);
      const fits = actual !== undefined && actual === (size ?? actual);
      if (!fits && !manifest.damaged.includes(key))
        throw new BackupError(`${key} of ${owner} was not restored with the size in its row`);
    }
    await endSessions(db, iso(Date.now()));
    await bindData(db, { dataDir, objectStore, maintenance: stored.storage?.maintenance });
    // They may have been sent since the backup.
    await cancelUnsent(db);
    // A backup contains no derived objects.
    await forgetGenerations(db);
    await deriveAgain(database, ['ready', 'failed']);
    await sealAudit({ db, now: Date.now });
  } finally {
    await stored.close();
    await database.close();
  }
}

/** Sends the files of a backup to an object store. Verifies the checksum of each while it is read. */
async function sendFiles(
  from: string,
  storage: Storage,
  list: ReadonlyMap<string, FileChecksum>,
): Promise<void> {
  await forEachConcurrent(iterateEntries(list), CONCURRENCY, async ([key, sum]) => {
    const sent = await sendFile(storage, key as StorageKey, join(from, key));
    if (!sent) throw new BackupError(`${key} is missing in the backup`);
    if (sent.size !== sum.size || sent.sha256 !== sum.sha256)
      throw new BackupError(`${key} in the backup is damaged`);
  });
}
