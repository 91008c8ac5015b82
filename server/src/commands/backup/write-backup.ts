import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findHead } from '../../features/operations/audit/chain/chain.repo.ts';
import { formatHead, GENESIS } from '../../features/operations/audit/chain/chain.ts';
import { SECOND_FACTOR_KEY } from '../../platform/data-folder/data-folder.ts';
import { type Database, openDatabase, SQLITE_FILE } from '../../platform/db/database.ts';
import { copyFileDurably, fsyncPath } from '../../platform/files.ts';
import { formatBytes } from '../../platform/format-bytes.ts';
import type { ObjectStore } from '../../platform/storage/open-storage.ts';
import { isoNow } from '../../platform/time.ts';
import type { StoredFiles } from '../files/stored-files.ts';
import { countRows, findDamage, listMigrations, listTables } from './backed-up-tables.repo.ts';
import { MAX_SNAPSHOTS } from './backup-folders.ts';
import { fileCollector } from './file-collector.ts';
import { BackupError, type Manifest, writeManifest } from './manifest.ts';
import { takeSnapshot } from './snapshot.repo.ts';

export interface Options {
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

export async function writeBackup(
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
