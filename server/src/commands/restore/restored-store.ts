import type { ObjectStore } from '../../platform/storage/open-storage.ts';
import { openBlobStore } from '../../platform/storage/s3/blob-store.ts';
import { BackupError } from '../backup/manifest.ts';

/** This blob exists in an object store while a restore writes to it. It contains the token of the restore. */
const CLAIM = 'unfinished-restore';

/** Opens the bucket and prefix that a backup is restored into. */
export async function openTarget({ location, credentials }: ObjectStore) {
  const blobs = await openBlobStore(location, credentials);

  /** Removes everything that the restore with this token wrote; does nothing if the claim is not its own. */
  async function abandon(token: string): Promise<void> {
    if ((await blobs.getWhole(CLAIM))?.toString('utf8') !== token) return;
    for await (const { name } of blobs.list()) if (name !== CLAIM) await blobs.remove(name);
    await blobs.remove(CLAIM);
  }

  return {
    abandon,

    /** Marks an empty store as being restored, after removing leftovers of the same restore. Throws BackupError. */
    async claim(token: string): Promise<void> {
      await abandon(token);
      for await (const { name } of blobs.list())
        throw new BackupError(
          `the object store is not empty (${name}): a backup is restored into an empty bucket or prefix`,
        );
      await blobs.put(CLAIM, Buffer.from(token));
    },

    /** Releases the claim after a successful restore. */
    release: () => blobs.remove(CLAIM),

    close: () => blobs.close(),
  };
}
