import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { SQLITE_FILE } from '../db/database.ts';
import { LOCKS_FOLDER } from '../db/locks/folder-lock.ts';
import { ConfigError, isMissing } from '../errors.ts';
import { fsyncPath, writeFileDurably } from '../files.ts';
import { SECOND_FACTOR_KEY } from './data-folder.ts';

/** Suffix of all names that an unfinished restore uses. */
const RESTORING = '.restoring';

/** Marks an unfinished restore. Created first, removed last. */
const MARKER = `restore${RESTORING}`;

/** Names allowed in an empty data folder: those of a new volume, and our locks. */
const IGNORED: ReadonlySet<string> = new Set(['lost+found', LOCKS_FOLDER]);

/** Files and folders that a restore creates before it removes its marker. It removes no others. */
const RESTORED_NAMES: readonly string[] = [
  `objects${RESTORING}`,
  'objects',
  `${SQLITE_FILE}${RESTORING}`,
  SQLITE_FILE,
  `${SQLITE_FILE}-wal`,
  `${SQLITE_FILE}-shm`,
  'database-id',
  SECOND_FACTOR_KEY,
  'last-backup.json',
  'last-backup.json.new',
];

/** Leftovers of interrupted restores by versions without a marker. */
const NAMES_BEFORE_MARKER = [`objects${RESTORING}`, `${SQLITE_FILE}${RESTORING}`];

/** Throws unless the folder can be used; `dataDir` need not exist. */
export async function assertNotHalfRestored(dataDir: string): Promise<void> {
  const left = (await listNames(dataDir)).find((name) => name.endsWith(RESTORING));
  if (left)
    throw new ConfigError(
      `${dataDir} holds a restore that was stopped half way (${left}). Run the restore again: it removes what it left and begins anew.`,
    );
}

/** Whether a backup may be restored into the folder: it is empty or contains only an interrupted restore. */
export async function isRestorable(dataDir: string): Promise<boolean> {
  const names = await listNames(dataDir);
  const ours = names.includes(MARKER) ? [...RESTORED_NAMES, MARKER] : NAMES_BEFORE_MARKER;
  return names.every((name) => ours.includes(name));
}

/**
 * Marks the folder as half restored and removes leftovers of an interrupted restore. Returns the token of the restore,
 * which stays the same if it is repeated. The caller holds the folder's exclusive lock.
 */
export async function beginRestore(dataDir: string): Promise<string> {
  const marker = join(dataDir, MARKER);
  const wasBegun = existsSync(marker);
  const token = await readToken(marker);
  if (!wasBegun) {
    await removeNames(dataDir, NAMES_BEFORE_MARKER);
  } else await removeNames(dataDir, RESTORED_NAMES);
  await writeFileDurably(marker, `${token}\n`);
  await fsyncPath(dataDir);
  return token;
}

/** Removes everything that the restore created, the marker last. */
export async function undoRestore(dataDir: string): Promise<void> {
  await removeNames(dataDir, RESTORED_NAMES);
  await endRestore(dataDir);
}

/** Removes the marker: the folder is complete. */
export async function endRestore(dataDir: string): Promise<void> {
  await fsyncPath(dataDir);
  await rm(join(dataDir, MARKER), { force: true });
  await fsyncPath(dataDir);
}

async function readToken(marker: string): Promise<string> {
  const text = await readFile(marker, 'utf8').catch(() => '');
  return text.trim() || randomUUID();
}

async function removeNames(dataDir: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(dataDir, name), { recursive: true, force: true });
  await fsyncPath(dataDir);
}

async function listNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  return names.filter((name) => !IGNORED.has(name));
}
