import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import type { DatabaseContext, DialectName } from './context.ts';
import { Guard, GuardedKysely } from './guard.ts';
import { migrate } from './migrator.ts';
import { commitsElsewhere, openFile, SqliteDialect } from './sqlite-dialect.ts';
import type { Db } from './tables.ts';
import { TableVersions } from './versions.ts';

export interface Database {
  /** The root handle. Inside `db.transaction().execute(async (tx) => …)` only `tx` may be used. */
  readonly db: Db;
  readonly dialect: DialectName;
  readonly versions: TableVersions;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  /** Waits for what is running, then closes. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** `postgres://…`; without it the file deqiq.sqlite in dataDir. */
  readonly url?: string | undefined;
  readonly dataDir: string;
}

export const SQLITE_FILE = 'deqiq.sqlite';

/** Opens the database and brings its schema up to date. */
export async function openDatabase({ url, dataDir }: DatabaseOptions): Promise<Database> {
  if (url !== undefined) throw new Error('PostgreSQL is not here yet');
  const opened = openSqlite(dataDir);
  try {
    await migrate(opened.db, opened.dialect);
  } catch (error) {
    await opened.close();
    throw error;
  }
  return opened;
}

function openSqlite(dataDir: string): Database {
  mkdirSync(dataDir, { recursive: true });
  const file = openFile(path.join(dataDir, SQLITE_FILE));
  const foreignCommits = commitsElsewhere(file);
  const versions = new TableVersions(foreignCommits);
  const context: DatabaseContext = { dialect: 'sqlite', versions };
  const guard = new Guard();
  const db = new GuardedKysely({ dialect: new SqliteDialect(file, context, guard) }, guard);
  return {
    db,
    dialect: 'sqlite',
    versions,
    ping: async () => void (await sql`select 1`.execute(db)),
    close: () => db.destroy(),
  };
}
