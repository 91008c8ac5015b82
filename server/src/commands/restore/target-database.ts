import { undoRestore } from '../../platform/data-folder/unfinished-restore.ts';
import { openDatabase } from '../../platform/db/database.ts';
import type { DatabaseLock } from '../../platform/db/postgres/restore-claim.ts';
import type { ObjectStore } from '../../platform/storage/open-storage.ts';
import { BackupError } from '../backup/manifest.ts';
import {
  abandonDatabase,
  assertStillAlone,
  claimEmptyDatabase,
  releaseDatabase,
} from './restored-database.repo.ts';

export interface Options {
  readonly backup: string;
  readonly dataDir: string;
  /** PostgreSQL; undefined: SQLite in the data folder. */
  readonly url?: string | undefined;
  /** Where the files are restored; undefined: in the data folder. Requires `url`. */
  readonly objectStore?: ObjectStore | undefined;
}

interface Target {
  readonly dataDir: string;
  readonly url: string;
}

/** Marks an empty PostgreSQL database as being restored, after removing leftovers of the same restore. */
export async function claimDatabase(
  target: Target,
  token: string,
  lock: DatabaseLock | undefined,
): Promise<void> {
  const { db, close } = await openDatabase({ ...target, readOnly: true, isRestoring: true });
  try {
    if (!(await claimEmptyDatabase(db, token)))
      throw new BackupError('the database is not empty: a backup is restored into an empty one');
    await assertStillAlone(db, lock);
  } finally {
    await close();
  }
}

export async function release(target: Target): Promise<void> {
  const { db, close } = await openDatabase({ ...target, readOnly: true, isRestoring: true });
  await releaseDatabase(db).finally(close);
}

export async function undo(
  { dataDir, url }: { dataDir: string; url?: string | undefined },
  token: string,
): Promise<void> {
  if (url !== undefined) {
    const { db, close } = await openDatabase({
      dataDir,
      url,
      readOnly: true,
      isRestoring: true,
    });
    await abandonDatabase(db, token).finally(close);
  }
  await undoRestore(dataDir);
}
