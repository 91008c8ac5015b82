import * as repo from '../../features/operations/data-identity/data-identity.repo.ts';
import {
  assertFilesMoved,
  assertLocation,
  describeLocation,
} from '../../features/operations/data-identity/file-location.service.ts';
import type { Db } from '../../platform/db/tables.ts';
import { ConfigError } from '../../platform/errors.ts';
import { type ObjectStore, openStorage } from '../../platform/storage/open-storage.ts';
import type { Storage, StorageMaintenance } from '../../platform/storage/storage.ts';

interface Move {
  /** An object store; undefined: the data folder. */
  readonly from: ObjectStore | undefined;
  readonly to: ObjectStore | undefined;
  readonly target: Storage;
}

/** Throws unless the files are at `from`, or a last step ended between its record and the removal of its mark. */
export async function assertMovable(db: Db, { from, to, target }: Move): Promise<void> {
  const isRecorded = (await repo.findLocation(db)) === describeLocation(to);
  if (isRecorded && (await target.maintenance?.findState()) === 'copying') return;
  await assertLocation(db, from);
}

/**
 * Ends a move. Whichever step a kill leaves out: no server starts on the old location after the record, and none on the new
 * one before all bytes are there.
 */
export async function completeMove(db: Db, { to, target }: Omit<Move, 'from'>): Promise<void> {
  await assertComplete(target.maintenance);
  await repo.setLocation(db, describeLocation(to));
  await target.maintenance?.setCopying(false);
}

interface CopiedStore {
  readonly dataDir: string;
  readonly store: ObjectStore;
  /** Whether blobs may be missing, as after a disaster. */
  readonly allowDamaged: boolean;
}

/** Records a store into which other tools copied all blobs, or the new address of the same store. */
export async function recordCopiedStore(
  db: Db,
  { dataDir, store, allowDamaged }: CopiedStore,
): Promise<void> {
  // Blobs are named by their rows, which a database with files on the disk does not have.
  if ((await repo.findLocation(db)) === describeLocation(undefined))
    await assertLocation(db, store);
  const storage = await openStorage({ dataDir, db, objectStore: store });
  try {
    const owner = await storage.maintenance?.readOwner();
    const databaseId = await repo.findId(db);
    if (owner === undefined || owner !== databaseId)
      throw new ConfigError(
        `The object store belongs to ${owner ? `database ${owner}` : 'no database'}, and this is database ${databaseId}: nothing was changed.`,
      );
    await assertFilesMoved(db, storage.maintenance);
    if (!allowDamaged) await assertComplete(storage.maintenance);
    await repo.setLocation(db, describeLocation(store));
  } finally {
    await storage.close();
  }
}

/** Throws where the store lacks bytes of a row. */
async function assertComplete(
  maintenance: Pick<StorageMaintenance, 'compare'> | undefined,
): Promise<void> {
  for await (const { kind, blob } of maintenance?.compare() ?? [])
    if (kind !== 'orphan')
      throw new ConfigError(
        `The object store does not have all bytes (blob ${blob}): nothing was changed. Copy the rest; --damaged-too accepts a store that others copied as it is.`,
      );
}
