import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/** Another program uses the folder; `message` is one line for the operator. */
export class LockError extends Error {}

export interface Lock {
  release(): void;
}

export type Mode = 'shared' | 'exclusive';

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
