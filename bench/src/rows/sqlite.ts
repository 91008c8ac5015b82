import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openDatabase, SQLITE_FILE } from '../../../server/src/platform/db/database.ts';
import { clinicRows, type Rows } from './people.ts';

/** Creates a data folder whose database has this many checkups. */
export async function sqliteWith(checkups: number, dataDir: string): Promise<string> {
  mkdirSync(dataDir, { recursive: true });
  await (await openDatabase({ dataDir })).close();
  await fillSqlite(dataDir, clinicRows(checkups));
  return dataDir;
}

/** Inserts rows in one transaction without syncing. */
export async function fillSqlite(dataDir: string, batches: Iterable<Rows>): Promise<void> {
  const db = new DatabaseSync(join(dataDir, SQLITE_FILE));
  db.exec('pragma synchronous = off; pragma cache_size = -262144; begin');
  for (const { table, columns, rows } of batches) {
    const slots = columns.map(() => '?').join(', ');
    const insert = db.prepare(`insert into ${table} (${columns.join(', ')}) values (${slots})`);
    for (const row of rows) insert.run(...row);
  }
  db.exec('commit');
  db.close();
  // Like the server at shutdown: statistics for the planner, and an empty log.
  await (await openDatabase({ dataDir })).close();
}
