import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as identity from '../../features/operations/data-identity/data-identity.repo.ts';
import {
  bindData,
  IDENTITY_FILE,
} from '../../features/operations/data-identity/data-identity.service.ts';
import { writePrivateFile } from '../../platform/data-folder/data-folder.ts';
import { assertNotHalfRestored } from '../../platform/data-folder/unfinished-restore.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { lockDataFolder } from '../../platform/db/locks/data-folder-lock.ts';
import { type DatabaseLock, withDatabaseLock } from '../../platform/db/postgres/restore-claim.ts';
import { markMigrated } from '../../platform/db/sqlite/migrated-mark.ts';
import { ConfigError } from '../../platform/errors.ts';
import { listMigrations } from '../backup/backed-up-tables.repo.ts';
import { loadSnapshot, takeSnapshot } from '../backup/snapshot.repo.ts';
import {
  abandonDatabase,
  assertStillAlone,
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
 * sessions stay, and so do the files. The folder stays locked, so no server runs. Afterwards the files belong to the copy,
 * which has an identity of its own, and no server starts on the SQLite database. Returns the number of rows. After a
 * failure all is as before; an interrupted run is repeated from the start.
 */
export async function migrateToPostgres(options: Options): Promise<number> {
  const lock = await lockDataFolder(options.dataDir, 'migration');
  try {
    await assertNotHalfRestored(options.dataDir);
    return await withDatabaseLock(options.url, async (target) => {
      const source = await openDatabase({ dataDir: options.dataDir, isRestoring: true });
      return copyAll(source, options, target).finally(() => source.close());
    });
  } finally {
    lock.release();
  }
}

async function copyAll(
  source: Database,
  { dataDir, url, report }: Options,
  lock: DatabaseLock | undefined,
): Promise<number> {
  // The same for a repeated run, which then removes what the interrupted one left.
  const id = await identity.ensureId(source.db, Date.now);
  const token = `migration of ${id}`;
  const empty = await openDatabase({ dataDir, url, readOnly: true, isRestoring: true });
  try {
    if (!(await claimEmptyDatabase(empty.db, token)))
      throw new ConfigError('The PostgreSQL database is not empty: nothing was changed.');
    await assertStillAlone(empty.db, lock);
    try {
      report('Copying the rows …');
      const schema = await listMigrations(source.db);
      const target = await openDatabase({ dataDir, url, schema, isRestoring: true });
      try {
        await loadSnapshot(target.db, source.db);
        report('Comparing every table …');
        const rows = await compare(source, target, report);
        // Each step alone is safe: whichever a kill leaves out, no server starts on either database.
        await markMigrated(source.db, true);
        await bindData(target.db, { dataDir });
        await releaseDatabase(empty.db);
        return rows;
      } finally {
        await target.close();
      }
    } catch (error) {
      await abandonDatabase(empty.db, token);
      await writePrivateFile(dataDir, IDENTITY_FILE, `${id}\n`);
      await markMigrated(source.db, false);
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
