import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { SECOND_FACTOR_KEY } from '../../platform/data-folder/data-folder.ts';
import { writeLastBackup } from '../../platform/data-folder/last-backup.ts';
import {
  beginRestore,
  endRestore,
  isRestorable,
} from '../../platform/data-folder/unfinished-restore.ts';
import { SQLITE_FILE } from '../../platform/db/database.ts';
import { lockDataFolder } from '../../platform/db/locks/data-folder-lock.ts';
import { knownMigrations } from '../../platform/db/migrator.ts';
import { type DatabaseLock, withDatabaseLock } from '../../platform/db/postgres/restore-claim.ts';
import { copyFileDurably, fsyncPath } from '../../platform/files.ts';
import { BackupError, type Manifest, readManifest } from '../backup/manifest.ts';
import { checkRestored } from './check-restored.ts';
import { copyFiles, copySqliteFile, loadRows } from './copy-backup.ts';
import { openTarget } from './restored-store.ts';
import { claimDatabase, type Options, release, undo } from './target-database.ts';
import { verifyBackup } from './verify-backup.ts';

/**
 * Restores a backup into an empty data folder and, with `url`, an empty database. Verifies every byte; an incomplete
 * backup leaves nothing behind. The folder stays locked during the restore. An interrupted restore is repeatable.
 */
export async function restore(options: Options): Promise<Manifest> {
  const { backup, dataDir } = options;
  // Before the lock, which is a file: what is no backup leaves nothing in an empty folder.
  const manifest = (await isRestorable(dataDir)) ? await readManifest(backup) : undefined;
  const lock = await lockDataFolder(dataDir, 'restore');
  try {
    if (manifest && (await isRestorable(dataDir)))
      return await withDatabaseLock(options.url, (database) =>
        restoreLocked(options, manifest, database),
      );
    throw new BackupError(`${dataDir} is not empty: a backup is restored into an empty folder`);
  } finally {
    lock.release();
  }
}

async function restoreLocked(
  { backup, dataDir, url, objectStore }: Options,
  manifest: Manifest,
  lock: DatabaseLock | undefined,
): Promise<Manifest> {
  const unknown = manifest.schema.find((name) => !knownMigrations.includes(name));
  if (unknown)
    throw new BackupError(`the backup is from a newer version of this program (${unknown})`);
  const list = await verifyBackup(backup, manifest);
  const token = await beginRestore(dataDir);
  const store = objectStore && (await openTarget(objectStore));
  try {
    await store?.claim(token);
    if (url !== undefined) await claimDatabase({ dataDir, url }, token, lock);
    await copyFileDurably(join(backup, SECOND_FACTOR_KEY), join(dataDir, SECOND_FACTOR_KEY));
    if (!store) await copyFiles(join(backup, 'objects'), join(dataDir, 'objects.restoring'), list);
    if (url === undefined) await copySqliteFile(backup, dataDir, manifest);
    else await loadRows(backup, { dataDir, url, manifest });
    if (!store) await rename(join(dataDir, 'objects.restoring'), join(dataDir, 'objects'));
    if (url === undefined)
      await rename(join(dataDir, `${SQLITE_FILE}.restoring`), join(dataDir, SQLITE_FILE));
    await fsyncPath(dataDir);
    await checkRestored({ backup, dataDir, url, objectStore }, manifest, list);
    const { at, bytes, files, auditHead } = manifest;
    await writeLastBackup(dataDir, { at, folder: backup, bytes, files, auditHead });
    await store?.release();
    if (url !== undefined) await release({ dataDir, url });
  } catch (error) {
    // If this fails, the next restore cleans up; until then servers and commands refuse the folder.
    await Promise.allSettled([undo({ dataDir, url }, token), store?.abandon(token)]);
    throw error;
  } finally {
    store?.close();
  }
  await endRestore(dataDir);
  return manifest;
}
