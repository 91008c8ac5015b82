import type { Db } from '../../db/tables.ts';
import type { StorageMaintenance } from '../storage.ts';
import type { BlobStore } from './blob-store.ts';
import * as repo from './manifest.repo.ts';

/** The blob that contains the id of the database to which the others belong. */
const OWNER_BLOB = 'owner';

/** This blob exists while `migrate:storage` fills the store. */
const COPYING_BLOB = 'unfinished-copy';

interface Deps {
  readonly blobs: BlobStore;
  readonly db: Db;
}

type Owner = Pick<
  StorageMaintenance,
  'claim' | 'readOwner' | 'setOwner' | 'findState' | 'setCopying'
>;

/** Reads and writes whose bytes a store contains, so that a second database never removes them. */
export function storeOwner({ blobs, db }: Deps): Owner {
  const readOwner = async () => (await blobs.getWhole(OWNER_BLOB))?.toString('utf8').trim();
  const setOwner = (databaseId: string) => blobs.put(OWNER_BLOB, Buffer.from(`${databaseId}\n`));

  return {
    readOwner,
    setOwner,

    setCopying: (isCopying) =>
      isCopying ? blobs.put(COPYING_BLOB, Buffer.from('copying')) : blobs.remove(COPYING_BLOB),

    async findState() {
      if ((await blobs.size(COPYING_BLOB)) !== undefined) return 'copying';
      return (await repo.hasObjects(db)) ? 'in use' : 'empty';
    },

    async claim(databaseId) {
      const owner = await readOwner();
      if (owner !== undefined) return owner;
      if ((await repo.countObjects(db)) === 0)
        for await (const { name } of blobs.list()) return `unknown (blob ${name})`;
      await setOwner(databaseId);
      // Another database may have claimed it at the same moment.
      return (await readOwner()) ?? databaseId;
    },
  };
}
