import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase, SQLITE_FILE } from '../../platform/db/database.ts';
import {
  checksumFile,
  copyFileDurably,
  type FileChecksum,
  fsyncPath,
} from '../../platform/files.ts';
import { forEachConcurrent } from '../../platform/queues/concurrency.ts';
import { areas, type Storage, type StorageKey } from '../../platform/storage/storage.ts';
import { BackupError, type Manifest } from '../backup/manifest.ts';
import { loadSnapshot } from '../backup/snapshot.repo.ts';
import { sendFile } from '../files/send-file.ts';
import { iterateEntries } from './verify-backup.ts';

const CONCURRENCY = 4;

export async function copyFiles(
  from: string,
  to: string,
  list: ReadonlyMap<string, FileChecksum>,
): Promise<void> {
  for (const area of areas) await mkdir(join(to, area), { recursive: true, mode: 0o750 });
  await forEachConcurrent(iterateEntries(list), CONCURRENCY, async ([key, sum]) => {
    if (!(await copyFileDurably(join(from, key), join(to, key))))
      throw new BackupError(`${key} is missing in the backup`);
    if ((await checksumFile(join(to, key)))?.sha256 !== sum.sha256)
      throw new BackupError(`${key} in the backup is damaged`);
  });
  for (const area of areas) await fsyncPath(join(to, area));
  await fsyncPath(to);
}

export async function copySqliteFile(
  backup: string,
  dataDir: string,
  { database }: Manifest,
): Promise<void> {
  const target = join(dataDir, `${SQLITE_FILE}.restoring`);
  await copyFileDurably(join(backup, SQLITE_FILE), target);
  if ((await checksumFile(target))?.sha256 !== database.sha256)
    throw new BackupError(`${SQLITE_FILE} in the backup is damaged`);
}

export async function loadRows(
  backup: string,
  { dataDir, url, manifest }: { dataDir: string; url: string; manifest: Manifest },
): Promise<void> {
  const snapshot = await openDatabase({ dataDir: backup, readOnly: true });
  try {
    const { db, close } = await openDatabase({
      url,
      dataDir,
      schema: manifest.schema,
      isRestoring: true,
    });
    await loadSnapshot(db, snapshot.db).finally(close);
  } finally {
    await snapshot.close();
  }
}

/** Sends the files of a backup to an object store. Verifies the checksum of each while it is read. */
export async function sendFiles(
  from: string,
  storage: Storage,
  list: ReadonlyMap<string, FileChecksum>,
): Promise<void> {
  await forEachConcurrent(iterateEntries(list), CONCURRENCY, async ([key, sum]) => {
    const sent = await sendFile(storage, key as StorageKey, join(from, key));
    if (!sent) throw new BackupError(`${key} is missing in the backup`);
    if (sent.size !== sum.size || sent.sha256 !== sum.sha256)
      throw new BackupError(`${key} in the backup is damaged`);
  });
}
