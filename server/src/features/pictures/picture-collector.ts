import type { Db } from '../../platform/db/tables.ts';
import { sweepAreas } from '../../platform/storage/garbage-collector.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import * as repo from './pictures.repo.ts';

interface Deps {
  db: Db;
  storage: Storage;
  now: () => number;
}

/** Removes pictures that no row leads to, after the same 24 hours as uploads. */
export const pictureCollector = ({ db, ...deps }: Deps) =>
  sweepAreas(deps, [
    {
      area: 'pictures',
      ownerOf: (name) => name.replace(/-\d+$/, ''),
      findOwners: (ids) => repo.findExisting(db, ids),
    },
  ]);
