import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/** Another program uses the folder; `message` is one line for the operator. */
export class LockError extends Error {}

export interface Lock {
  release(): void;
}

type Mode = 'shared' | 'exclusive';

/** Folder inside the data folder that holds one empty file per lock. */
export const LOCKS_FOLDER = 'locks';

const RETRY_INTERVAL_MS = 50;
const SQLITE_BUSY = 5;

/** Connections that hold a lock. A connection that is garbage collected would release its lock. */
const connections = new Set<DatabaseSync>();

/**
 * Locks a file, and waits up to `waitMs` for other holders. The file is an empty SQLite database: SQLite's
 * own locks are the only ones that Node offers. The kernel releases them when the process ends, however it
 * ends. They work between processes of one machine, also in different containers. Returns undefined when
 * the lock is not free.
 */
export async function lockFile(file: string, mode: Mode, waitMs = 0): Promise<Lock | undefined> {
  // Never open an existing file here: closing it would release every lock this process has on it.
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    closeSync(openSync(file, 'a', 0o600));
  }
  const connection = connect(file, mode);
  const deadline = performance.now() + waitMs;
  for (;;) {
    if (tryLock(connection, file, mode)) break;
    if (performance.now() >= deadline) {
      connection.close();
      return undefined;
    }
    await sleep(RETRY_INTERVAL_MS);
  }
  connections.add(connection);
  return {
    release() {
      if (connections.delete(connection)) connection.close();
    },
  };
}

function connect(file: string, mode: Mode): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: 0, readOnly: mode === 'shared' });
  } catch (error) {
    throw new LockError(`cannot lock ${file}: ${(error as Error).message}`);
  }
}

function tryLock(connection: DatabaseSync, file: string, mode: Mode): boolean {
  try {
    // A read transaction holds SQLite's shared lock until it ends.
    // Nothing is ever written; a journal in memory avoids a second file.
    connection.exec(
      mode === 'exclusive' ? 'pragma journal_mode = memory; begin exclusive' : 'begin',
    );
    if (mode === 'shared') connection.prepare('select count(*) from sqlite_schema').get();
    return true;
  } catch (error) {
    if (connection.isTransaction) connection.exec('rollback');
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    connection.close();
    throw new LockError(`cannot lock ${file}: ${(error as Error).message}`);
  }
}

/** Activity of a program in a data folder. */
export type Activity =
  | 'server'
  | 'shared-server'
  | 'backup'
  | 'erase'
  | 'command'
  | 'restore'
  | 'migration';

const requiredLocks: Readonly<Record<Activity, readonly (readonly [string, Mode])[]>> = {
  /** On SQLite one server owns the folder. */
  server: [
    ['folder', 'shared'],
    ['server', 'exclusive'],
  ],
  /** With PostgreSQL several servers may share the folder. */
  'shared-server': [
    ['folder', 'shared'],
    ['server', 'shared'],
  ],
  backup: [
    ['folder', 'shared'],
    ['backup', 'exclusive'],
  ],
  erase: [
    ['folder', 'shared'],
    ['erase', 'exclusive'],
  ],
  /** The integrity check and the command for staff accounts. */
  command: [['folder', 'shared']],
  restore: [['folder', 'exclusive']],
  migration: [['folder', 'exclusive']],
};

/** A restarted server may find the previous one still shutting down. */
const WAIT_MS: Readonly<Record<Activity, number>> = {
  server: 5_000,
  'shared-server': 5_000,
  backup: 2_000,
  erase: 2_000,
  command: 2_000,
  restore: 2_000,
  migration: 2_000,
};

/**
 * Locks a data folder for an activity until it is released or the process ends. Throws LockError when
 * another program uses the folder in a way that excludes this one.
 */
export async function lockDataFolder(dataDir: string, activity: Activity): Promise<Lock> {
  const locks: Lock[] = [];
  const release = () => {
    for (const lock of locks.toReversed()) lock.release();
  };
  for (const [name, mode] of requiredLocks[activity]) {
    const file = join(dataDir, LOCKS_FOLDER, name);
    // A folder that was never locked is not in use, and a read-only command must not create files in it.
    if (activity === 'command' && !existsSync(file)) continue;
    const lock = await lockFile(file, mode, WAIT_MS[activity]);
    if (!lock) {
      release();
      throw new LockError(describeConflict(dataDir, activity, name));
    }
    locks.push(lock);
  }
  return { release };
}

function describeConflict(dataDir: string, activity: Activity, lock: string): string {
  if (activity === 'restore' || activity === 'migration')
    return `${dataDir} is in use by a server or by another command: stop it, then ${activity === 'restore' ? 'restore' : 'migrate'}`;
  if (lock === 'folder')
    return `a restore into or a migration of ${dataDir} is running: wait until it has ended`;
  if (lock === 'server')
    return `another server uses ${dataDir}: stop it first; several servers can share a folder only if all of them have DATABASE_URL`;
  return `another ${lock} of ${dataDir} is running: wait until it has ended`;
}
