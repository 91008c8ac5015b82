import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { SECOND_FACTOR_KEY } from '../../platform/data-folder/data-folder.ts';
import { writeLastBackup } from '../../platform/data-folder/last-backup.ts';
import { assertNotHalfRestored } from '../../platform/data-folder/unfinished-restore.ts';
import { type Database, openDatabase, SQLITE_FILE } from '../../platform/db/database.ts';
import { type Lock, lockDataFolder, lockFile } from '../../platform/db/folder-lock.ts';
import { copyFileDurably, fsyncPath } from '../../platform/files.ts';
import { gathering, inWords } from './file-collector.ts';
import { countRows, damageOf, migrationsOf, tablesOf } from './inventory.repo.ts';
import { BackupError, type Manifest, seal } from './manifest.ts';
import { takeSnapshot } from './snapshot.repo.ts';

const FINISHED = /^deqiq-\d{8}T\d{9}Z$/;
const UNFINISHED = '.deqiq-unfinished-';

/** In the folder of the backups: one backup at a time writes there. */
const LOCK = '.lock';
const LOCK_WAIT_MS = 2_000;

/** Snapshots until every file of the last one is found; each has only the newest files left to bring. */
const MOST_ROUNDS = 10;

interface Wishes {
  /** Where backups are kept, each in a folder of its own. */
  readonly folder: string;
  readonly dataDir: string;
  readonly database: Database;
  /** Leaves out files that are missing or damaged in the data folder, instead of giving up. */
  readonly damagedToo?: boolean;
  /** How many of the newest stay, this one included; all of them without it. */
  readonly keep?: number | undefined;
  readonly now?: () => number;
  /** Aborted, it leaves nothing behind. */
  readonly signal?: AbortSignal;
  /** Waited for where a newer moment is taken. */
  say(progress: string): void | Promise<void>;
}

/**
 * A consistent backup of a server that goes on working: rows of one moment, and every file they lead to.
 * Files never change, but may be deleted while they are copied: then a newer moment is taken, which no
 * longer knows them. Answers where it is. An unfinished one is never taken for a backup.
 */
export async function backUp(wishes: Wishes): Promise<{ folder: string; manifest: Manifest }> {
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
    return await backUpLocked(shelf, wishes);
  } finally {
    for (const lock of locks.toReversed()) lock.release();
  }
}

async function backUpLocked(
  shelf: string,
  wishes: Wishes,
): Promise<{ folder: string; manifest: Manifest }> {
  const { dataDir } = wishes;
  await clearUnfinished(shelf);
  const making = join(shelf, `${UNFINISHED}${randomUUID()}`);
  await mkdir(making, { mode: 0o700 });
  try {
    const newest = await newestOf(shelf);
    const manifest = await make(making, newest && join(shelf, newest), wishes);
    const name = nameAfter(newest, Date.parse(manifest.at));
    const folder = join(shelf, name);
    for (const part of ['objects/files', 'objects/pictures', 'objects', '.'])
      await fsyncPath(join(making, part));
    await rename(making, folder);
    await fsyncPath(shelf);
    const { at, bytes, files } = manifest;
    if (manifest.damaged.length === 0) {
      await writeLastBackup(dataDir, { at, folder, bytes, files });
      await removeOlder(shelf, name, wishes.keep);
    }
    return { folder, manifest };
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

async function make(
  making: string,
  before: string | undefined,
  { dataDir, database, damagedToo = false, now = Date.now, signal, say }: Wishes,
): Promise<Manifest> {
  const progress = progressOf(say);
  const mustGoOn = () => {
    if (signal?.aborted) throw new BackupError('the backup was cut off');
  };
  const told = (sum: { size: number }) => {
    mustGoOn();
    progress(sum);
  };
  const places = { from: join(dataDir, 'objects'), to: join(making, 'objects') };
  const gather = gathering({ ...places, before: before && join(before, 'objects') }, told);
  const lost = new Set<string>();
  let gone: string[] = [];
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const at = new Date(now()).toISOString();
    await rm(join(making, SQLITE_FILE), { force: true });
    await takeSnapshot(database, making);
    const snapshot = await openDatabase({ dataDir: making, readOnly: true });
    try {
      if (round === 1) {
        await mkdir(places.to, { mode: 0o750 });
        await gather.mustFit(snapshot.db);
      }
      const found = await gather.bringAll(snapshot.db);
      // Gone before this moment, and still led to by a row: not deleted, but lost.
      for (const key of [...found.damaged, ...found.gone.filter((key) => gone.includes(key))])
        lost.add(key);
      if (lost.size > 0 && !damagedToo) throw lacking(lost.size);
      gone = found.gone;
      mustGoOn();
      if (gone.every((key) => lost.has(key)))
        return await finish(making, snapshot.db, gather.sums, { at, database, lost, dataDir });
    } finally {
      await snapshot.close();
    }
    await say(`${gone.length} files were deleted meanwhile: taking a newer moment`);
  }
  throw new BackupError('files are deleted faster than they can be copied: try again later');
}

async function finish(
  making: string,
  snapshot: Database['db'],
  sums: Parameters<typeof seal>[2],
  {
    at,
    database,
    lost,
    dataDir,
  }: { at: string; database: Database; lost: ReadonlySet<string>; dataDir: string },
): Promise<Manifest> {
  const [damage] = await damageOf(snapshot);
  if (damage) throw new BackupError(`the database is damaged: ${damage}`);
  const schema = await migrationsOf(snapshot);
  const rows = await countRows(snapshot, await tablesOf(snapshot));
  await fsyncPath(join(making, SQLITE_FILE));
  // After the rows: it is made before the first row that needs it.
  await copyFileDurably(join(dataDir, SECOND_FACTOR_KEY), join(making, SECOND_FACTOR_KEY));
  return seal(making, { at, from: database.dialect, schema, rows, damaged: [...lost] }, sums);
}

const lacking = (count: number) =>
  new BackupError(
    `${count} files are missing or damaged in the data folder: npm run doctor -- --deep says which; -- --damaged-too backs up the rest`,
  );

/** The name of the newest finished backup beside the one being made. */
async function newestOf(shelf: string): Promise<string | undefined> {
  return (await finishedIn(shelf)).at(-1);
}

/** Names of the finished backups, oldest first. */
const finishedIn = async (shelf: string): Promise<string[]> =>
  (await readdir(shelf)).filter((name) => FINISHED.test(name)).sort();

/** A name that sorts behind the newest one, also when the clock was set back since. */
function nameAfter(newest: string | undefined, moment: number): string {
  const later = newest === undefined ? moment : Math.max(moment, momentOf(newest) + 1);
  return `deqiq-${new Date(later).toISOString().replace(/[-:.]/g, '')}`;
}

/** The moment in a backup's name, in milliseconds. */
function momentOf(name: string): number {
  const parts = /^deqiq-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/.exec(name) ?? [];
  const [, year, month, day, hour, minute, second, millisecond] = parts.map(Number);
  const moment = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second, millisecond);
  return Number.isNaN(moment) ? 0 : moment;
}

/** Never the one just made. What was erased since is still in the older ones. */
async function removeOlder(shelf: string, made: string, keep: number | undefined): Promise<void> {
  if (keep === undefined) return;
  const others = (await finishedIn(shelf)).filter((name) => name !== made);
  for (const name of others.slice(0, Math.max(0, others.length - (keep - 1)))) {
    // First it stops looking like a backup: cut off half way it must not be taken for one.
    const going = join(shelf, `${UNFINISHED}${randomUUID()}`);
    await rename(join(shelf, name), going);
    await rm(going, { recursive: true });
  }
}

/** What backups that were killed have left: who holds the lock of the folder is the only one at work there. */
async function clearUnfinished(shelf: string): Promise<void> {
  for (const name of await readdir(shelf))
    if (name.startsWith(UNFINISHED)) await rm(join(shelf, name), { recursive: true });
}

const isInside = (path: string, folder: string) => {
  const way = relative(resolve(folder), path);
  return way === '' || !(way.startsWith('..') || isAbsolute(way));
};

/** Says every few seconds how far it is. */
function progressOf(say: Wishes['say']) {
  let last = performance.now();
  let files = 0;
  let bytes = 0;
  return ({ size }: { size: number }) => {
    files += 1;
    bytes += size;
    if (performance.now() - last < 5_000) return;
    last = performance.now();
    void say(`${files.toLocaleString('en')} files, ${inWords(bytes)}`);
  };
}
