import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Interface } from 'node:readline/promises';
import { readConfig, requireNode } from '../config.ts';
import { assertNotHalfRestored } from '../platform/data-folder/unfinished-restore.ts';
import { type DatabaseOptions, SQLITE_FILE } from '../platform/db/database.ts';
import { DatabaseOpenError } from '../platform/db/errors.ts';
import { type Activity, lockDataFolder } from '../platform/db/locks/data-folder-lock.ts';
import { LockError } from '../platform/db/locks/folder-lock.ts';
import { AppError, ConfigError } from '../platform/errors.ts';
// Errors of services are in the language of staff.
import '../platform/http/requests/language.ts';
import { DamagedBytesError } from '../platform/storage/checked-object.ts';
import { type ObjectStore, StorageOpenError } from '../platform/storage/open-storage.ts';
import { BackupError } from './backup/manifest.ts';

/** Data folder and database, from the same settings as the server. */
export function dataLocation(): DatabaseOptions {
  const { dataDir, databaseUrl: url } = readConfig();
  return { dataDir, url };
}

/** Like `dataLocation`. Throws where there is no SQLite file: a wrong DATA_DIR must not create an empty database. */
export function existingDatabase(): DatabaseOptions {
  const location = dataLocation();
  const file = join(location.dataDir, SQLITE_FILE);
  if (location.url === undefined && !existsSync(file))
    throw new DatabaseOpenError(`there is no database ${file}`);
  return location;
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

/** Reads a line from the operator. undefined: the input has ended. */
export const readLine = (prompt: Interface, question: string): Promise<string | undefined> =>
  Promise.race([prompt.question(question), once(prompt, 'close').then(() => undefined)]);

/** Arguments that the command does not know. */
const isWrongUsage = (error: unknown): boolean =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');

/** Runs an operator command. Unknown arguments print the usage. Expected errors are printed in one line; the exit code is then 1. */
export async function runCommand(usage: string, work: () => Promise<void>): Promise<void> {
  // Files are readable by user and group only, as with the server.
  process.umask(process.umask() | 0o027);
  try {
    requireNode();
    await work();
  } catch (error) {
    console.error(isWrongUsage(error) ? usage : (describeError(error) ?? error));
    process.exitCode = 1;
  }
}

function describeError(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof StorageOpenError) return error.message;
  const isExpected =
    error instanceof BackupError ||
    error instanceof DamagedBytesError ||
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
