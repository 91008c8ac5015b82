import {
  forgetObjects,
  listObjectsOfFile,
  listObsoleteObjects,
  markObjectRemoved,
} from '../../../platform/db/file-objects.ts';
import type { Db } from '../../../platform/db/tables.ts';
import {
  type CollectorDeps,
  type Log,
  sweepAreas,
} from '../../../platform/storage/garbage-collector.ts';
import { isoNow } from '../../../platform/time.ts';
import type { ImagingService } from '../imaging/imaging.service.ts';
import * as repo from './uploads.repo.ts';

interface Deps extends CollectorDeps {
  db: Db;
  imaging: Pick<ImagingService, 'remove'>;
}

/**
 * Sweeps files of checkups: removes unfinished uploads after 24 hours, bytes of permanently deleted rows, and previews
 * without their file. Finished files without a row are set aside for 30 days. Returns the number of objects removed
 * or set aside.
 */
export function uploadCollector({ db, imaging, ...deps }: Deps) {
  const sweep = sweepAreas(deps, [
    { area: 'files', findOwners: (ids) => repo.findExistingFiles(db, ids) },
    // Previews of former versions, which are derived objects now.
    { area: 'previews', findOwners: () => Promise.resolve(new Set()), isDerived: true },
  ]);
  return async (log: Log): Promise<number> =>
    (await removeForGood({ db, imaging, ...deps })) +
    (await removeObsolete({ db, ...deps })) +
    (await sweep(log));
}

/** Removes bytes of permanently deleted rows. */
async function removeForGood({ db, storage, imaging }: Deps): Promise<number> {
  let count = 0;
  for (const id of await repo.listRemovedFiles(db)) {
    if (await storage.remove(`files/${id}`)) count += 1;
    for (const object of await listObjectsOfFile(db, id)) await storage.remove(`files/${object}`);
    await forgetObjects(db, id);
    await storage.remove(`lost/files/${id}`);
    await storage.remove(`previews/${id}`);
    await imaging.remove([id]);
    await repo.forgetRemovedFile(db, id);
  }
  return count;
}

/** Removes bytes of files that were packed anew since. */
async function removeObsolete({ db, storage, now }: CollectorDeps & { db: Db }): Promise<number> {
  const ids = await listObsoleteObjects(db, now());
  for (const id of ids) {
    await storage.remove(`files/${id}`);
    await markObjectRemoved(db, id, isoNow(now));
  }
  return ids.length;
}
