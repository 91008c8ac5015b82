import { ConfigError, readConfig, requireNode } from '../config.ts';
import { assertNotHalfRestored } from '../platform/data-folder/unfinished-restore.ts';
import type { DatabaseOptions } from '../platform/db/database.ts';
import { DatabaseOpenError } from '../platform/db/errors.ts';
import { type Activity, LockError, lockDataFolder } from '../platform/db/folder-lock.ts';
import { AppError } from '../platform/errors.ts';
import { type ObjectStore, StorageOpenError } from '../platform/storage/open-storage.ts';
import { BackupError } from './backup/manifest.ts';

/** Data folder and database, from the same settings as the server. */
export function dataLocation(): DatabaseOptions {
  const { dataDir, databaseUrl: url } = readConfig();
  return { dataDir, url };
}

/** The object store of the settings; undefined where files are on the disk. */
export const objectStore = (): ObjectStore | undefined => readConfig().objectStore;

/** Locks the data folder while `work` runs. Throws if the folder is locked or half restored. */
export async function withDataFolder<T>(
  dataDir: string,
  activity: Activity,
  work: () => Promise<T>,
): Promise<T> {
  const lock = await lockDataFolder(dataDir, activity);
  try {
    await assertNotHalfRestored(dataDir);
    return await work();
  } finally {
    lock.release();
  }
}

/** Runs an operator command. Expected errors are printed in one line; the exit code is then 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  // Files are readable by user and group only, as with the server.
  process.umask(process.umask() | 0o027);
  try {
    requireNode();
    await work();
  } catch (error) {
    console.error(describeError(error) ?? error);
    process.exitCode = 1;
  }
}

function describeError(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof StorageOpenError) return error.message;
  const isExpected =
    error instanceof BackupError ||
    error instanceof DatabaseOpenError ||
    error instanceof LockError ||
    (error instanceof AppError && error.code !== 'disk-full');
  if (isExpected) return `${error.message.replace(/^[a-z]+ /, capitalize)}.`;
  if (!(error instanceof Error)) return undefined;
  const { code, path, dest } = error as NodeJS.ErrnoException & { dest?: string };
  const location = dest ?? path;
  const reason = code && reasons[code];
  return reason && `${reason}${location ? `: ${location}` : ''}.`;
}

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'No space is left on the disk',
  EDQUOT: 'No space is left on the disk',
  'disk-full': 'No space is left on the disk',
  EACCES: 'Permission denied',
  EPERM: 'Permission denied',
  EROFS: 'The file system is read-only',
  ENOTDIR: 'Not a folder',
  EEXIST: 'Already exists',
  EIO: 'Disk error',
};
