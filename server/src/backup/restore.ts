import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, openDatabase, SQLITE_FILE } from '../db/database.ts';
import { knownMigrations } from '../db/migrator.ts';
import { areas } from '../storage/storage.ts';
import { copied, isMissing, type Sum, sideBySide, sumOf, synced } from './bytes.ts';
import { noteBackup } from './last-backup.ts';
import { BackupError, type Manifest, readList, readManifest } from './manifest.ts';
import { countRows, damageOf, keptFiles } from './rows.repo.ts';
import { endSessions, isEmpty, load } from './snapshot.repo.ts';

const AT_ONCE = 4;

/** What a restore that was cut off leaves; the next one begins anew. */
const UNFINISHED = /\.restoring$/;

/** What stands in an empty volume, and is none of our business. */
const OF_THE_VOLUME = 'lost+found';

interface Wishes {
  readonly backup: string;
  readonly dataDir: string;
  /** PostgreSQL; SQLite in the data folder without it. */
  readonly url?: string | undefined;
}

/**
 * Brings a backup into an empty data folder, and into an empty database where one is named. Everything is
 * compared on the way; a backup that is not whole leaves nothing behind.
 */
export async function restore({ backup, dataDir, url }: Wishes): Promise<Manifest> {
  if ((await namesIn(dataDir)).some((name) => !UNFINISHED.test(name)))
    throw new BackupError(`${dataDir} is not empty: a backup is restored into an empty folder`);
  if (url !== undefined) await mustBeEmpty(dataDir, url);
  const manifest = await readManifest(backup);
  const unknown = manifest.schema.find((name) => !knownMigrations.includes(name));
  if (unknown)
    throw new BackupError(`the backup is of a newer version of this program (${unknown})`);
  const list = await checkRows(backup, manifest);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await clear(dataDir);
  try {
    await bringFiles(join(backup, 'objects'), join(dataDir, 'objects.restoring'), list);
    if (url === undefined) await bringFile(backup, dataDir, manifest);
    else await bringRows(backup, { dataDir, url, manifest });
    await rename(join(dataDir, 'objects.restoring'), join(dataDir, 'objects'));
    if (url === undefined)
      await rename(join(dataDir, `${SQLITE_FILE}.restoring`), join(dataDir, SQLITE_FILE));
    await synced(dataDir);
    await checkRestored({ dataDir, url }, manifest);
  } catch (error) {
    await clear(dataDir, /./);
    throw error;
  }
  const { at, bytes, files } = manifest;
  await noteBackup(dataDir, { at, folder: backup, bytes, files });
  return manifest;
}

/** Rows and list of a backup against each other; the bytes are compared when they are copied. */
async function checkRows(backup: string, manifest: Manifest): Promise<Map<string, Sum>> {
  const list = await readList(backup);
  const snapshot = await openDatabase({ dataDir: backup, readOnly: true });
  try {
    const [damage] = await damageOf(snapshot.db);
    if (damage) throw new BackupError(`the database of the backup is damaged: ${damage}`);
    await mustCount(snapshot, manifest);
    for await (const { key, size, crc32, owner } of keptFiles(snapshot.db)) {
      const sum = list.get(key);
      if (!sum && manifest.damaged.includes(key)) continue;
      if (!sum) throw new BackupError(`${key} of ${owner} is not in the backup`);
      if ((size ?? sum.size) !== sum.size || (crc32 ?? sum.crc32) !== sum.crc32)
        throw new BackupError(`${key} in the backup is not what its row says`);
    }
  } finally {
    await snapshot.close();
  }
  return list;
}

async function mustCount({ db }: Database, { rows }: Manifest): Promise<void> {
  const there = await countRows(db, Object.keys(rows));
  for (const [table, count] of Object.entries(rows))
    if (there[table] !== count)
      throw new BackupError(`${table} has ${there[table]} rows instead of ${count}`);
}

async function bringFiles(from: string, to: string, list: ReadonlyMap<string, Sum>): Promise<void> {
  for (const area of areas) await mkdir(join(to, area), { recursive: true, mode: 0o750 });
  await sideBySide(entriesOf(list), AT_ONCE, async ([key, sum]) => {
    if (!(await copied(join(from, key), join(to, key))))
      throw new BackupError(`${key} is missing in the backup`);
    if ((await sumOf(join(to, key)))?.sha256 !== sum.sha256)
      throw new BackupError(`${key} in the backup is damaged`);
  });
  for (const area of areas) await synced(join(to, area));
  await synced(to);
}

async function* entriesOf(list: ReadonlyMap<string, Sum>): AsyncGenerator<[string, Sum]> {
  yield* list;
}

async function bringFile(backup: string, dataDir: string, { database }: Manifest): Promise<void> {
  const target = join(dataDir, `${SQLITE_FILE}.restoring`);
  await copied(join(backup, SQLITE_FILE), target);
  if ((await sumOf(target))?.sha256 !== database.sha256)
    throw new BackupError(`${SQLITE_FILE} in the backup is damaged`);
}

async function bringRows(
  backup: string,
  { dataDir, url, manifest }: { dataDir: string; url: string; manifest: Manifest },
): Promise<void> {
  const snapshot = await openDatabase({ dataDir: backup, readOnly: true });
  try {
    const { db, close } = await openDatabase({ url, dataDir, schema: manifest.schema });
    await load(db, snapshot.db).finally(close);
  } finally {
    await snapshot.close();
  }
}

async function mustBeEmpty(dataDir: string, url: string): Promise<void> {
  const { db, close } = await openDatabase({ url, dataDir, readOnly: true });
  const empty = await isEmpty(db).finally(close);
  if (!empty)
    throw new BackupError('the database is not empty: a backup is restored into an empty one');
}

/** Opens what was restored as the server will: every row has its file, whose bytes were compared before. */
async function checkRestored(
  place: { dataDir: string; url?: string | undefined },
  manifest: Manifest,
): Promise<void> {
  const database = await openDatabase(place);
  try {
    await mustCount(database, manifest);
    for await (const { key, size, owner } of keptFiles(database.db)) {
      const there = await stat(join(place.dataDir, 'objects', key)).catch(() => undefined);
      const fits = there && there.size === (size ?? there.size);
      if (!fits && !manifest.damaged.includes(key))
        throw new BackupError(`${key} of ${owner} was not restored as its row says`);
    }
    await endSessions(database.db);
  } finally {
    await database.close();
  }
}

async function clear(dataDir: string, which = UNFINISHED): Promise<void> {
  for (const name of await namesIn(dataDir))
    if (which.test(name)) await rm(join(dataDir, name), { recursive: true });
}

/** What is in a folder, which need not be there. */
async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  return names.filter((name) => name !== OF_THE_VOLUME);
}
