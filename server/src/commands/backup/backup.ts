import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { writeLastBackup } from '../../platform/data-folder/last-backup.ts';
import { assertNotHalfRestored } from '../../platform/data-folder/unfinished-restore.ts';
import { lockDataFolder } from '../../platform/db/locks/data-folder-lock.ts';
import { type Lock, lockFile } from '../../platform/db/locks/folder-lock.ts';
import { fsyncPath } from '../../platform/files.ts';
import { openStoredFiles } from '../files/stored-files.ts';
import {
  findNewest,
  nextName,
  removeOldBackups,
  removeUnfinished,
  UNFINISHED,
} from './backup-folders.ts';
import { BackupError, type Manifest } from './manifest.ts';
import { type Options, writeBackup } from './write-backup.ts';

/** Lock file in the backup folder: one backup at a time writes there. */
const LOCK = '.lock';
const LOCK_WAIT_MS = 2_000;

/**
 * Creates a consistent backup while the server works: a snapshot of the rows and every file they reference. Files
 * never change, but may be deleted while they are copied; then a newer snapshot is taken. Returns the folder.
 * An unfinished backup never has the name of a finished one.
 */
export async function backUp(options: Options): Promise<{ folder: string; manifest: Manifest }> {
  const root = resolve(options.folder);
  if (isInside(root, options.dataDir))
    throw new BackupError(
      'the backup must not be inside the data folder: one accident would destroy both',
    );
  await mkdir(root, { recursive: true, mode: 0o700 });
  const locks: Lock[] = [await lockDataFolder(options.dataDir, 'backup')];
  try {
    await assertNotHalfRestored(options.dataDir);
    const lock = await lockFile(join(root, LOCK), 'exclusive', LOCK_WAIT_MS);
    if (!lock) throw new BackupError(`another backup into ${root} is running: wait until it ends`);
    locks.push(lock);
    return await createBackup(root, options);
  } finally {
    for (const lock of locks.toReversed()) lock.release();
  }
}

async function createBackup(
  root: string,
  options: Options,
): Promise<{ folder: string; manifest: Manifest }> {
  const { dataDir } = options;
  await removeUnfinished(root);
  const target = join(root, `${UNFINISHED}${randomUUID()}`);
  await mkdir(target, { mode: 0o700 });
  try {
    const newest = await findNewest(root);
    const { objectStore } = options;
    const stored = await openStoredFiles({ dataDir, db: options.database.db, objectStore });
    const folders = { target, previous: newest && join(root, newest) };
    const manifest = await writeBackup(stored, folders, options).finally(() => stored.close());
    const name = nextName(newest, Date.parse(manifest.at));
    const folder = join(root, name);
    for (const part of ['objects/files', 'objects/pictures', 'objects', '.'])
      await fsyncPath(join(target, part));
    await rename(target, folder);
    await fsyncPath(root);
    const { at, bytes, files, auditHead } = manifest;
    if (manifest.damaged.length === 0) {
      await writeLastBackup(dataDir, { at, folder, bytes, files, auditHead });
      await removeOldBackups(root, name, options.keep);
    }
    return { folder, manifest };
  } finally {
    await rm(target, { recursive: true, force: true });
  }
}

const isInside = (path: string, folder: string) => {
  const way = relative(resolve(folder), path);
  return way === '' || !(way.startsWith('..') || isAbsolute(way));
};
