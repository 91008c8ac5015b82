import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { SECOND_FACTOR_KEY } from '../../platform/data-folder/data-folder.ts';
import { writeLastBackup } from '../../platform/data-folder/last-backup.ts';
import { assertNotHalfRestored } from '../../platform/data-folder/unfinished-restore.ts';
import { type Database, openDatabase, SQLITE_FILE } from '../../platform/db/database.ts';
import { type Lock, lockDataFolder, lockFile } from '../../platform/db/folder-lock.ts';
import { copyFileDurably, fsyncPath } from '../../platform/files.ts';
import { fileCollector, formatBytes } from './file-collector.ts';
import { countRows, findDamage, listMigrations, listTables } from './inventory.repo.ts';
import { BackupError, type Manifest, writeManifest } from './manifest.ts';
import { takeSnapshot } from './snapshot.repo.ts';

const FINISHED = /^deqiq-\d{8}T\d{9}Z$/;
const UNFINISHED = '.deqiq-unfinished-';

/** In the folder of the backups: one backup at a time writes there. */
const LOCK = '.lock';
const LOCK_WAIT_MS = 2_000;

/** Snapshots until every file of the last one is found; each has only the newest files left to bring. */
const MAX_SNAPSHOTS = 10;

interface Options {
  /** Where backups are kept, each in a folder of its own. */
  readonly folder: string;
  readonly dataDir: string;
  readonly database: Database;
  /** Leaves out files that are missing or damaged in the data folder, instead of giving up. */
  readonly allowDamaged?: boolean;
  /** How many of the newest stay, this one included; all of them without it. */
  readonly keep?: number | undefined;
  readonly now?: () => number;
  /** Aborted, it leaves nothing behind. */
  readonly signal?: AbortSignal;
  /** Waited for where a newer moment is taken. */
  report(progress: string): void | Promise<void>;
}

/**
 * A consistent backup of a server that goes on working: rows of one moment, and every file they lead to.
 * Files never change, but may be deleted while they are copied: then a newer moment is taken, which no
 * longer knows them. Answers where it is. An unfinished one is never taken for a backup.
 */
export async function backUp(wishes: Options): Promise<{ folder: string; manifest: Manifest }> {
  const shelf = resolve(wishes.folder);
  if (isInside(shelf, wishes.dataDir))
    throw new BackupError('the backup must not rest in the data folder: one accident takes both');
  await mkdir(shelf, { recursive: true, mode: 0o700 });
  const locks: Lock[] = [await lockDataFolder(wishes.dataDir, 'backup')];
  try {
    await assertNotHalfRestored(wishes.dataDir);
    const lock = await lockFile(join(shelf, LOCK), 'exclusive', LOCK_WAIT_MS);
    if (!lock) throw new BackupError(`another backup into ${shelf} is running: wait for its end`);
    locks.push(lock);
    return await createBackup(shelf, wishes);
  } finally {
    for (const lock of locks.toReversed()) lock.release();
  }
}

async function createBackup(
  shelf: string,
  wishes: Options,
): Promise<{ folder: string; manifest: Manifest }> {
  const { dataDir } = wishes;
  await removeUnfinished(shelf);
  const making = join(shelf, `${UNFINISHED}${randomUUID()}`);
  await mkdir(making, { mode: 0o700 });
  try {
    const newest = await findNewest(shelf);
    const manifest = await writeBackup(making, newest && join(shelf, newest), wishes);
    const name = nextName(newest, Date.parse(manifest.at));
    const folder = join(shelf, name);
    for (const part of ['objects/files', 'objects/pictures', 'objects', '.'])
      await fsyncPath(join(making, part));
    await rename(making, folder);
    await fsyncPath(shelf);
    const { at, bytes, files } = manifest;
    if (manifest.damaged.length === 0) {
      await writeLastBackup(dataDir, { at, folder, bytes, files });
      await removeOldBackups(shelf, name, wishes.keep);
    }
    return { folder, manifest };
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

async function writeBackup(
  making: string,
  before: string | undefined,
  { dataDir, database, allowDamaged = false, now = Date.now, signal, report }: Options,
): Promise<Manifest> {
  const progress = progressReporter(report);
  const throwIfAborted = () => {
    if (signal?.aborted) throw new BackupError('the backup was cut off');
  };
  const onProgress = (sum: { size: number }) => {
    throwIfAborted();
    progress(sum);
  };
  const folders = { from: join(dataDir, 'objects'), to: join(making, 'objects') };
  const collector = fileCollector(
    { ...folders, previous: before && join(before, 'objects') },
    onProgress,
  );
  const lost = new Set<string>();
  let gone: string[] = [];
  for (let round = 1; round <= MAX_SNAPSHOTS; round += 1) {
    const at = new Date(now()).toISOString();
    await rm(join(making, SQLITE_FILE), { force: true });
    await takeSnapshot(database, making);
    const snapshot = await openDatabase({ dataDir: making, readOnly: true });
    try {
      if (round === 1) {
        await mkdir(folders.to, { mode: 0o750 });
        await collector.assertSpace(snapshot.db);
      }
      const found = await collector.copyAll(snapshot.db);
      // Gone before this moment, and still led to by a row: not deleted, but lost.
      for (const key of [...found.damaged, ...found.gone.filter((key) => gone.includes(key))])
        lost.add(key);
      if (lost.size > 0 && !allowDamaged) throw damagedFilesError(lost.size);
      gone = found.gone;
      throwIfAborted();
      if (gone.every((key) => lost.has(key)))
        return await finish(making, snapshot.db, collector.sums, { at, database, lost, dataDir });
    } finally {
      await snapshot.close();
    }
    await report(`${gone.length} files were deleted meanwhile: taking a newer moment`);
  }
  throw new BackupError('files are deleted faster than they can be copied: try again later');
}

async function finish(
  making: string,
  snapshot: Database['db'],
  sums: Parameters<typeof writeManifest>[2],
  {
    at,
    database,
    lost,
    dataDir,
  }: { at: string; database: Database; lost: ReadonlySet<string>; dataDir: string },
): Promise<Manifest> {
  const [damage] = await findDamage(snapshot);
  if (damage) throw new BackupError(`the database is damaged: ${damage}`);
  const schema = await listMigrations(snapshot);
  const rows = await countRows(snapshot, await listTables(snapshot));
  await fsyncPath(join(making, SQLITE_FILE));
  // After the rows: it is made before the first row that needs it.
  await copyFileDurably(join(dataDir, SECOND_FACTOR_KEY), join(making, SECOND_FACTOR_KEY));
  return writeManifest(
    making,
    { at, from: database.dialect, schema, rows, damaged: [...lost] },
    sums,
  );
}

const damagedFilesError = (count: number) =>
  new BackupError(
    `${count} files are missing or damaged in the data folder: npm run doctor -- --deep says which; -- --damaged-too backs up the rest`,
  );

/** The name of the newest finished backup beside the one being made. */
async function findNewest(shelf: string): Promise<string | undefined> {
  return (await listFinished(shelf)).at(-1);
}

/** Names of the finished backups, oldest first. */
const listFinished = async (shelf: string): Promise<string[]> =>
  (await readdir(shelf)).filter((name) => FINISHED.test(name)).sort();

/** A name that sorts behind the newest one, also when the clock was set back since. */
function nextName(newest: string | undefined, moment: number): string {
  const later = newest === undefined ? moment : Math.max(moment, parseName(newest) + 1);
  return `deqiq-${new Date(later).toISOString().replace(/[-:.]/g, '')}`;
}

/** The moment in a backup's name, in milliseconds. */
function parseName(name: string): number {
  const parts = /^deqiq-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/.exec(name) ?? [];
  const [, year, month, day, hour, minute, second, millisecond] = parts.map(Number);
  const moment = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second, millisecond);
  return Number.isNaN(moment) ? 0 : moment;
}

/** Never the one just made. What was erased since is still in the older ones. */
async function removeOldBackups(
  shelf: string,
  made: string,
  keep: number | undefined,
): Promise<void> {
  if (keep === undefined) return;
  const others = (await listFinished(shelf)).filter((name) => name !== made);
  for (const name of others.slice(0, Math.max(0, others.length - (keep - 1)))) {
    // First it stops looking like a backup: cut off half way it must not be taken for one.
    const going = join(shelf, `${UNFINISHED}${randomUUID()}`);
    await rename(join(shelf, name), going);
    await rm(going, { recursive: true });
  }
}

/** What backups that were killed have left: who holds the lock of the folder is the only one at work there. */
async function removeUnfinished(shelf: string): Promise<void> {
  for (const name of await readdir(shelf))
    if (name.startsWith(UNFINISHED)) await rm(join(shelf, name), { recursive: true });
}

const isInside = (path: string, folder: string) => {
  const way = relative(resolve(folder), path);
  return way === '' || !(way.startsWith('..') || isAbsolute(way));
};

/** Says every few seconds how far it is. */
function progressReporter(say: Options['report']) {
  let last = performance.now();
  let files = 0;
  let bytes = 0;
  return ({ size }: { size: number }) => {
    files += 1;
    bytes += size;
    if (performance.now() - last < 5_000) return;
    last = performance.now();
    void say(`${files.toLocaleString('en')} files, ${formatBytes(bytes)}`);
  };
}
