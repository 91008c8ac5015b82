import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { findHead } from '../../features/operations/audit/chain.repo.ts';
import { formatHead, GENESIS } from '../../features/operations/audit/chain.ts';
import { SECOND_FACTOR_KEY } from '../../platform/data-folder/data-folder.ts';
import { writeLastBackup } from '../../platform/data-folder/last-backup.ts';
import { assertNotHalfRestored } from '../../platform/data-folder/unfinished-restore.ts';
import { type Database, openDatabase, SQLITE_FILE } from '../../platform/db/database.ts';
import { type Lock, lockDataFolder, lockFile } from '../../platform/db/folder-lock.ts';
import { copyFileDurably, fsyncPath } from '../../platform/files.ts';
import { formatBytes } from '../../platform/format-bytes.ts';
import type { ObjectStore } from '../../platform/storage/open-storage.ts';
import { iso, isoNow } from '../../platform/time.ts';
import { openStoredFiles, type StoredFiles } from '../stored-files.ts';
import { fileCollector } from './file-collector.ts';
import { countRows, findDamage, listMigrations, listTables } from './inventory.repo.ts';
import { BackupError, type Manifest, writeManifest } from './manifest.ts';
import { takeSnapshot } from './snapshot.repo.ts';

const FINISHED = /^deqiq-\d{8}T\d{9}Z$/;
const UNFINISHED = '.deqiq-unfinished-';

/** Lock file in the backup folder: one backup at a time writes there. */
const LOCK = '.lock';
const LOCK_WAIT_MS = 2_000;

/** Snapshots taken until all files of the last one exist. Each repetition copies only the newest files. */
const MAX_SNAPSHOTS = 10;

interface Options {
  /** Contains a folder per backup. */
  readonly folder: string;
  readonly dataDir: string;
  readonly database: Database;
  /** Where the files are; undefined: in the data folder. */
  readonly objectStore?: ObjectStore | undefined;
  /** Skips missing and damaged files of the data folder instead of failing. */
  readonly allowDamaged?: boolean;
  /** How many backups remain, including the new one; undefined keeps all. */
  readonly keep?: number | undefined;
  readonly now?: () => number;
  /** Aborting removes everything written so far. */
  readonly signal?: AbortSignal;
  /** Awaited before a newer snapshot is taken. */
  report(progress: string): void | Promise<void>;
}

/**
 * Creates a consistent backup while the server works: a snapshot of the rows and every file they reference. Files
 * never change, but may be deleted while they are copied; then a newer snapshot is taken. Returns the folder.
 * An unfinished backup never has the name of a finished one.
 */
export async function backUp(options: Options): Promise<{ folder: string; manifest: Manifest }> {
  const root = resolve(options.folder);
  if (isInside(root, options.dataDir))
    throw new BackupError(
      'the backup must not be inside the data folder: one accident would destroy both',
    );
  await mkdir(root, { recursive: true, mode: 0o700 });
  const locks: Lock[] = [await lockDataFolder(options.dataDir, 'backup')];
  try {
    await assertNotHalfRestored(options.dataDir);
    const lock = await lockFile(join(root, LOCK), 'exclusive', LOCK_WAIT_MS);
    if (!lock) throw new BackupError(`another backup into ${root} is running: wait until it ends`);
    locks.push(lock);
    return await createBackup(root, options);
  } finally {
    for (const lock of locks.toReversed()) lock.release();
  }
}

async function createBackup(
  root: string,
  options: Options,
): Promise<{ folder: string; manifest: Manifest }> {
  const { dataDir } = options;
  await removeUnfinished(root);
  const target = join(root, `${UNFINISHED}${randomUUID()}`);
  await mkdir(target, { mode: 0o700 });
  try {
    const newest = await findNewest(root);
    const { objectStore } = options;
    const stored = await openStoredFiles({ dataDir, db: options.database.db, objectStore });
    const folders = { target, previous: newest && join(root, newest) };
    const manifest = await writeBackup(stored, folders, options).finally(() => stored.close());
    const name = nextName(newest, Date.parse(manifest.at));
    const folder = join(root, name);
    for (const part of ['objects/files', 'objects/pictures', 'objects', '.'])
      await fsyncPath(join(target, part));
    await rename(target, folder);
    await fsyncPath(root);
    const { at, bytes, files, auditHead } = manifest;
    if (manifest.damaged.length === 0) {
      await writeLastBackup(dataDir, { at, folder, bytes, files, auditHead });
      await removeOldBackups(root, name, options.keep);
    }
    return { folder, manifest };
  } finally {
    await rm(target, { recursive: true, force: true });
  }
}

async function writeBackup(
  stored: StoredFiles,
  { target, previous }: { target: string; previous: string | undefined },
  { dataDir, database, allowDamaged = false, now = Date.now, signal, report }: Options,
): Promise<Manifest> {
  const progress = progressReporter(report);
  const throwIfAborted = () => {
    if (signal?.aborted) throw new BackupError('the backup was aborted');
  };
  const onProgress = (sum: { size: number }) => {
    throwIfAborted();
    progress(sum);
  };
  const to = join(target, 'objects');
  const collector = fileCollector(
    { from: stored, to, previous: previous && join(previous, 'objects') },
    onProgress,
  );
  const lost = new Set<string>();
  let missing: string[] = [];
  for (let round = 1; round <= MAX_SNAPSHOTS; round += 1) {
    const at = isoNow(now);
    await rm(join(target, SQLITE_FILE), { force: true });
    await takeSnapshot(database, target);
    const snapshot = await openDatabase({ dataDir: target, readOnly: true });
    try {
      if (round === 1) {
        await mkdir(to, { mode: 0o750 });
        await collector.assertSpace(snapshot.db);
      }
      const result = await collector.copyAll(snapshot.db);
      // Missing in two snapshots while a row still references it: lost, not deleted concurrently.
      for (const key of [
        ...result.damaged,
        ...result.missing.filter((key) => missing.includes(key)),
      ])
        lost.add(key);
      if (lost.size > 0 && !allowDamaged) throw damagedFilesError(lost.size);
      missing = result.missing;
      throwIfAborted();
      if (missing.every((key) => lost.has(key)))
        return await finish(target, snapshot.db, collector.sums, { at, database, lost, dataDir });
    } finally {
      await snapshot.close();
    }
    await report(`${missing.length} files were deleted meanwhile: taking a newer snapshot`);
  }
  throw new BackupError('files are deleted faster than they can be copied: try again later');
}

async function finish(
  target: string,
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
  await fsyncPath(join(target, SQLITE_FILE));
  // After the rows: the key is created before the first row that needs it.
  await copyFileDurably(join(dataDir, SECOND_FACTOR_KEY), join(target, SECOND_FACTOR_KEY));
  return writeManifest(
    target,
    {
      at,
      from: database.dialect,
      schema,
      rows,
      damaged: [...lost],
      auditHead: await readHead(snapshot, schema),
    },
    sums,
  );
}

/** The head of the audit; undefined for a database of an older version. */
const readHead = async (snapshot: Database['db'], schema: readonly string[]) =>
  schema.includes('0021-audit-chain')
    ? formatHead((await findHead(snapshot)) ?? GENESIS)
    : undefined;

const damagedFilesError = (count: number) =>
  new BackupError(
    `${count} files are missing or damaged in the data folder: npm run verify -- --deep lists them; -- --damaged-too backs up the rest`,
  );

/** The name of the newest finished backup. */
async function findNewest(root: string): Promise<string | undefined> {
  return (await listFinished(root)).at(-1);
}

/** Names of the finished backups, oldest first. */
const listFinished = async (root: string): Promise<string[]> =>
  (await readdir(root)).filter((name) => FINISHED.test(name)).sort();

/** A name that sorts after the newest one, even if the clock was set back. */
function nextName(newest: string | undefined, moment: number): string {
  const later = newest === undefined ? moment : Math.max(moment, parseName(newest) + 1);
  return `deqiq-${iso(later).replace(/[-:.]/g, '')}`;
}

/** The time in a backup's name, in milliseconds since 1970. */
function parseName(name: string): number {
  const parts = /^deqiq-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/.exec(name) ?? [];
  const [, year, month, day, hour, minute, second, millisecond] = parts.map(Number);
  const moment = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second, millisecond);
  return Number.isNaN(moment) ? 0 : moment;
}

/** Removes backups beyond `keep`, never the new one. Older backups still contain persons erased since. */
async function removeOldBackups(
  root: string,
  newName: string,
  keep: number | undefined,
): Promise<void> {
  if (keep === undefined) return;
  const others = (await listFinished(root)).filter((name) => name !== newName);
  for (const name of others.slice(0, Math.max(0, others.length - (keep - 1)))) {
    // Rename first: a half-removed folder must not look like a backup.
    const trash = join(root, `${UNFINISHED}${randomUUID()}`);
    await rename(join(root, name), trash);
    await rm(trash, { recursive: true });
  }
}

/** Removes leftovers of crashed backups. The caller holds the lock of the folder, so no other backup runs. */
async function removeUnfinished(root: string): Promise<void> {
  for (const name of await readdir(root))
    if (name.startsWith(UNFINISHED)) await rm(join(root, name), { recursive: true });
}

const isInside = (path: string, folder: string) => {
  const way = relative(resolve(folder), path);
  return way === '' || !(way.startsWith('..') || isAbsolute(way));
};

/** Reports progress every five seconds. */
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
