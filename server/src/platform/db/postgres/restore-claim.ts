import { setTimeout as pause } from 'node:timers/promises';
import { Client, type PoolClient } from 'pg';
import { DatabaseClaimedError, DatabaseOpenError } from '../errors.ts';
import { POSTGRES_LOCK } from '../migrator.ts';

/** This table exists while a database is restored or migrated, and after a restore that was stopped. */
export const CLAIM_TABLE = 'unfinished_restore';

/** The names of the sessions of servers and commands begin with it; those of a restore do not. */
export const SESSION_NAME = 'deqiq';
export const RESTORE_SESSION_NAME = 'restore of deqiq';

/** Milliseconds in which sessions of a server that has just ended disappear. */
const WAIT = 2_000;
const RETRY_INTERVAL = 50;

/** Rejects with DatabaseClaimedError where a restore uses the database, wherever the data folder of the restore is. */
export async function assertUnclaimed(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ claimed: boolean }>(
    `select to_regclass('${CLAIM_TABLE}') is not null as claimed`,
  );
  if (rows[0]?.claimed)
    throw new DatabaseClaimedError(
      'the database is being restored or migrated, or that was stopped half way: wait for its end, or run the same command again',
    );
}

/** The migrator's lock of a database, held by a session of its own until it is released or the process ends. */
export interface DatabaseLock {
  /** Throws DatabaseOpenError while a server or another command is connected. */
  assertAlone(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Keeps servers from starting on a database while `work` runs. Throws DatabaseOpenError where one is starting or another
 * restore works. SQLite (no `url`) has no lock of its own: its folder is locked.
 */
export async function withDatabaseLock<T>(
  url: string | undefined,
  work: (lock: DatabaseLock | undefined) => Promise<T>,
): Promise<T> {
  const lock = url === undefined ? undefined : await lockDatabase(url);
  try {
    return await work(lock);
  } finally {
    await lock?.release();
  }
}

async function lockDatabase(url: string): Promise<DatabaseLock> {
  const client = new Client({
    connectionString: url,
    keepAlive: true,
    application_name: RESTORE_SESSION_NAME,
  });
  // Without a listener the event would end the process; the other connections report the outage.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ locked: boolean }>(
      `select pg_try_advisory_lock(${POSTGRES_LOCK}) as locked`,
    );
    if (!rows[0]?.locked) throw new Error('another restore or a starting server uses it');
  } catch (error) {
    await client.end().catch(() => {});
    throw new DatabaseOpenError(`cannot lock the database: ${(error as Error).message}`);
  }
  return { assertAlone: () => assertAlone(client), release: () => client.end() };
}

async function assertAlone(client: Client): Promise<void> {
  const deadline = performance.now() + WAIT;
  while ((await countSessions(client)) > 0) {
    if (performance.now() > deadline)
      throw new DatabaseOpenError(
        'the database is in use by a server or by another command: stop all of them first',
      );
    await pause(RETRY_INTERVAL);
  }
}

async function countSessions(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name like '${SESSION_NAME}%'`,
  );
  return rows[0]?.count ?? 0;
}
