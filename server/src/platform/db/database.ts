import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import type { DatabaseContext, DialectName } from './database-context.ts';
import { DatabaseOpenError, isSqliteDiskFull } from './errors.ts';
import { Guard, GuardedKysely } from './guard.ts';
import { migrate } from './migrator.ts';
import { countInSlices } from './sqlite/count-in-slices.ts';
import { openFile } from './sqlite/database-file.ts';
import { externalChanges, SqliteDialect } from './sqlite/dialect.ts';
import { assertNotMigrated } from './sqlite/migrated-mark.ts';
import type { Db } from './tables.ts';
import { TableVersions } from './versions.ts';

export interface Database {
  /** The root handle. Inside `db.transaction().execute(async (tx) => …)` only `tx` may be used. */
  readonly db: Db;
  readonly dialect: DialectName;
  readonly versions: TableVersions;
  /** Rejects if the database does not respond. */
  ping(): Promise<void>;
  /** Waits for running queries, then closes. */
  close(): Promise<void>;
}

export type OpenedDatabase = Omit<Database, 'ping'>;

export interface DatabaseOptions {
  /** `postgres://…`; without it the file deqiq.sqlite in dataDir. */
  readonly url?: string | undefined;
  readonly dataDir: string;
  /** Neither migrates the database nor creates its file. */
  readonly readOnly?: boolean;
  /** Runs these migrations only; all of them without it. */
  readonly schema?: readonly string[];
  /** Whether this process restores or migrates the database: it has locked it, and uses it in spite of the claim. */
  readonly isRestoring?: boolean;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export const SQLITE_FILE = 'deqiq.sqlite';

/** Opens the database and updates its schema. Throws DatabaseOpenError, also where it was moved or is being restored. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, dataDir, readOnly = false, schema, now = Date.now, isRestoring = false } = options;
  const opened = await (url === undefined
    ? openSqlite(dataDir, readOnly)
    : openServer(url, isRestoring));
  try {
    if (opened.dialect === 'sqlite' && !isRestoring) await assertNotMigrated(opened.db);
    if (!readOnly) await migrate(opened.db, opened.dialect, { schema, now, isLocked: isRestoring });
  } catch (error) {
    await opened.close();
    throw error;
  }
  return { ...opened, ping: () => ping(opened.db) };
}

/** Where SQLite is used, the driver of PostgreSQL is not loaded. */
async function openServer(url: string, isRestoring: boolean): Promise<OpenedDatabase> {
  const { openPostgres } = await import('./postgres/open.ts');
  return openPostgres(url, isRestoring);
}

function openSqlite(dataDir: string, readOnly: boolean): OpenedDatabase {
  const name = path.join(dataDir, SQLITE_FILE);
  if (readOnly && !existsSync(name)) throw new DatabaseOpenError(`there is no database ${name}`);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = openSqliteFile(name, readOnly);
  const versions = new TableVersions(externalChanges(file));
  const guard = new Guard();
  const { afterCommit } = guard;
  const counter = countInSlices(() => openFile(name, true));
  const context: DatabaseContext = {
    dialect: 'sqlite',
    versions,
    afterCommit,
    countRows: counter.count,
  };
  const db = new GuardedKysely({ dialect: new SqliteDialect(file, context, guard) }, guard);
  const close = async () => {
    counter.close();
    await db.destroy();
  };
  return { ...context, db, close };
}

/** Even to read, SQLite needs space for the index of its write-ahead log. */
function openSqliteFile(name: string, readOnly: boolean) {
  try {
    return openFile(name, readOnly);
  } catch (error) {
    if (!isSqliteDiskFull(error)) throw error;
    throw new DatabaseOpenError(
      `there is no room on the disk for the database ${name}: free some, then start again`,
    );
  }
}

async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}
