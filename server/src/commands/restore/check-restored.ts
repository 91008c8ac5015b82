import { join } from 'node:path';
import { forgetGenerations } from '../../features/imaging/imaging/generations.repo.ts';
import { cancelUnsent } from '../../features/notifications/notifications/outbox.repo.ts';
import { cancelDue } from '../../features/notifications/notifications/patients/patient-messages.repo.ts';
import { sealAudit } from '../../features/operations/audit/chain/chain.service.ts';
import { bindData } from '../../features/operations/data-identity/data-identity.service.ts';
import { openDatabase } from '../../platform/db/database.ts';
import type { FileChecksum } from '../../platform/files.ts';
import { objectsFolder, openStorage } from '../../platform/storage/open-storage.ts';
import { iso } from '../../platform/time.ts';
import { listReferencedFiles } from '../backup/inventory.repo.ts';
import { BackupError, type Manifest } from '../backup/manifest.ts';
import { endSessions } from '../backup/snapshot.repo.ts';
import { deriveAgain } from '../derive/derive-again.ts';
import { filesInStore, filesOnDisk } from '../files/stored-files.ts';
import { sendFiles } from './copy-backup.ts';
import type { Options } from './target-database.ts';
import { assertRowCounts } from './verify-backup.ts';

/** Opens the result like the server, sends files to the object store, if any, and checks the size of every file. */
export async function checkRestored(
  location: Options,
  manifest: Manifest,
  list: ReadonlyMap<string, FileChecksum>,
): Promise<void> {
  const { backup, dataDir, url, objectStore } = location;
  const database = await openDatabase({ dataDir, url, isRestoring: true });
  const { db } = database;
  // The backup records where its files were.
  const stored = objectStore
    ? filesInStore(await openStorage({ dataDir, db, objectStore }))
    : filesOnDisk(objectsFolder(dataDir));
  try {
    if (stored.storage) await sendFiles(join(backup, 'objects'), stored.storage, list);
    await assertRowCounts(database, manifest);
    for await (const { key, size, owner } of listReferencedFiles(db)) {
      const actual = await stored.size(key);
      const fits = actual !== undefined && actual === (size ?? actual);
      if (!fits && !manifest.damaged.includes(key))
        throw new BackupError(`${key} of ${owner} was not restored with the size in its row`);
    }
    await endSessions(db, iso(Date.now()));
    await bindData(db, { dataDir, objectStore, maintenance: stored.storage?.maintenance });
    // They may have been sent since the backup.
    await cancelUnsent(db);
    await cancelDue(db, iso(Date.now()));
    // A backup contains no derived objects.
    await forgetGenerations(db);
    await deriveAgain(database, ['ready', 'failed']);
    await sealAudit({ db, now: Date.now });
  } finally {
    await stored.close();
    await database.close();
  }
}
