import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '../../config.ts';
import * as identity from '../../features/data-identity/data-identity.repo.ts';
import { assertNotHalfRestored } from '../../platform/data-folder/unfinished-restore.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { lockDataFolder } from '../../platform/db/folder-lock.ts';
import { listMigrations } from '../backup/inventory.repo.ts';
import { loadSnapshot, takeSnapshot } from '../backup/snapshot.repo.ts';
import {
  abandonDatabase,
  claimEmptyDatabase,
  releaseDatabase,
} from '../restore/restored-database.repo.ts';
import { digestTables } from './table-digests.repo.ts';

interface Options {
  readonly dataDir: string;
  /** An empty PostgreSQL database. */
  readonly url: string;
  report(progress: string): void;
}

/**
 * Copies all rows of a SQLite data folder into an empty PostgreSQL database, and compares every table afterwards. Ids and
 * sessions stay, and so do the files. The folder stays locked, so no server runs. Returns the number of rows. After a
 * failure the database is empty again; an interrupted run is repeated from the start.
 */
export async function migrateToPostgres(options: Options): Promise<number> {
  const lock = await lockDataFolder(options.dataDir, 'restore');
  try {
    await assertNotHalfRestored(options.dataDir);
    const source = await openDatabase({ dataDir: options.dataDir });
    return await copyAll(source, options).finally(() => source.close());
  } finally {
    lock.release();
  }
}

async function copyAll(source: Database, { dataDir, url, report }: Options): Promise<number> {
  // The same for a repeated run, which then removes what the interrupted one left.
  const token = `migration of ${await identity.ensureId(source.db, Date.now)}`;
  const empty = await openDatabase({ dataDir, url, readOnly: true });
  try {
    if (!(await claimEmptyDatabase(empty.db, token)))
      throw new ConfigError('The PostgreSQL database is not empty: nothing was changed.');
    try {
      report('Copying the rows …');
      const target = await openDatabase({ dataDir, url, schema: await listMigrations(source.db) });
      try {
        await loadSnapshot(target.db, source.db);
        report('Comparing every table …');
        const rows = await compare(source, target, report);
        await releaseDatabase(empty.db);
        return rows;
      } finally {
        await target.close();
      }
    } catch (error) {
      await abandonDatabase(empty.db, token);
      throw error;
    }
  } finally {
    await empty.close();
  }
}

/** Reads everything back from PostgreSQL. Returns the number of rows; throws where a table differs. */
async function compare(
  source: Database,
  target: Database,
  report: Options['report'],
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'deqiq-migration-'));
  try {
    await takeSnapshot(target, folder);
    const copy = await openDatabase({ dataDir: folder, readOnly: true });
    const copied = await digestTables(copy.db).finally(() => copy.close());
    let total = 0;
    for (const [table, { rows, sum }] of await digestTables(source.db)) {
      const other = copied.get(table);
      if (other?.rows !== rows || other.sum !== sum)
        throw new ConfigError(
          `The table ${table} has ${rows} rows in SQLite and ${other?.rows ?? 0} in PostgreSQL, or they differ. Nothing was changed.`,
        );
      report(`${table}: ${rows.toLocaleString('en')} rows, equal`);
      total += rows;
    }
    return total;
  } finally {
    await rm(folder, { recursive: true });
  }
}
