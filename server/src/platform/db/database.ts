import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import type { DatabaseContext, DialectName } from './database-context.ts';
import { isSqliteDiskFull } from './errors.ts';
import { Guard, GuardedKysely } from './guard.ts';
import { migrate } from './migrator.ts';
import { PostgresDialect } from './postgres/dialect.ts';
import { Listener } from './postgres/listener.ts';
import { openPool } from './postgres/pool.ts';
import { externalChanges, openFile, SqliteDialect } from './sqlite/dialect.ts';
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

export interface DatabaseOptions {
  /** `postgres://…`; without it the file deqiq.sqlite in dataDir. */
  readonly url?: string | undefined;
  readonly dataDir: string;
  /** Neither migrates the database nor creates its file. */
  readonly readOnly?: boolean;
  /** Runs these migrations only; all of them without it. */
  readonly schema?: readonly string[];
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export const SQLITE_FILE = 'deqiq.sqlite';

/** The database cannot be opened; `message` is one line for the operator. */
export class DatabaseOpenError extends Error {}

/** Opens the database and updates its schema. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, dataDir, readOnly = false, schema, now = Date.now } = options;
  const opened = url === undefined ? openSqlite(dataDir, readOnly) : await openPostgres(url);
  try {
    if (!readOnly) await migrate(opened.db, opened.dialect, { schema, now });
  } catch (error) {
    await opened.close();
    throw error;
  }
  return opened;
}

function openSqlite(dataDir: string, readOnly: boolean): Database {
  const name = path.join(dataDir, SQLITE_FILE);
  if (readOnly && !existsSync(name)) throw new DatabaseOpenError(`there is no database ${name}`);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = openSqliteFile(name, readOnly);
  const versions = new TableVersions(externalChanges(file));
  const guard = new Guard();
  const { afterCommit } = guard;
  const context: DatabaseContext = { dialect: 'sqlite', versions, afterCommit };
  const db = new GuardedKysely({ dialect: new SqliteDialect(file, context, guard) }, guard);
  return { ...context, db, ping: () => ping(db), close: () => db.destroy() };
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

async function openPostgres(url: string): Promise<Database> {
  const where = describeUrl(url);
  assertEncrypted(url);
  const { pool, backendPids } = openPool(url);
  const listener = new Listener(url, backendPids);
  const versions = new TableVersions(listener.version, listener);
  try {
    await listener.start(versions);
  } catch (error) {
    await listener.close();
    await pool.end();
    throw new DatabaseOpenError(`cannot open the database ${where}: ${(error as Error).message}`);
  }
  const guard = new Guard();
  const { afterCommit } = guard;
  const context: DatabaseContext = { dialect: 'postgres', versions, afterCommit };
  const dialect = new PostgresDialect({ pool }, context, guard);
  const db = new GuardedKysely({ dialect }, guard);
  const close = async () => {
    await listener.close();
    await db.destroy();
  };
  return { ...context, db, ping: () => ping(db), close };
}

/** Host, port and name of a database, without the password. */
function describeUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !['postgres:', 'postgresql:'].includes(parsed.protocol)) {
    throw new DatabaseOpenError(
      'DATABASE_URL must be postgres://user:password@host/name, or unset for SQLite',
    );
  }
  return `${parsed.hostname}:${parsed.port || 5432}${parsed.pathname}`;
}

/** Values of sslmode with which `pg` encrypts, and the explicit one without encryption. */
const SSL_MODES = ['prefer', 'require', 'verify-ca', 'verify-full', 'no-verify', 'disable'];

/** Patients' rows cross a network encrypted, unless the URL disables that explicitly. */
function assertEncrypted(url: string): void {
  const { hostname, searchParams } = new URL(url);
  const host = decodeURIComponent(searchParams.get('host') ?? hostname);
  const isThisMachine =
    host === '' || host.startsWith('/') || /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host);
  if (isThisMachine || SSL_MODES.includes(searchParams.get('sslmode') ?? '')) return;
  throw new DatabaseOpenError(
    `DATABASE_URL leads to ${host} without TLS: add ?sslmode=verify-full, or ?sslmode=disable where the network itself is encrypted`,
  );
}

async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}
