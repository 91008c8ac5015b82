import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LOCKS_FOLDER, type Lock, LockError, lockFile, type Mode } from './folder-lock.ts';

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

/** Locks a data folder until release or the end of the process. Throws LockError where another use excludes this. */
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
