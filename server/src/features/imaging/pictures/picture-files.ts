import { type PictureWidth, pictureWidths } from '@deqiq/contract/imaging/pictures.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { sweepAreas } from '../../../platform/storage/garbage-collector.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import * as repo from './pictures.repo.ts';

/** The stored widths of a picture; it is never enlarged. */
export const storedWidths = (width: number): PictureWidth[] =>
  pictureWidths.filter((_, index) => index === 0 || (pictureWidths[index - 1] ?? 0) < width);

/** The smallest stored width that is at least as wide as requested, otherwise the widest. */
export function bestWidth(width: number, requested: PictureWidth | undefined): PictureWidth {
  const stored = storedWidths(width);
  const wide = requested && stored.find((each) => each >= requested);
  return wide ?? stored[stored.length - 1] ?? pictureWidths[0];
}

interface Deps {
  db: Db;
  storage: Storage;
  now: () => number;
}

/** Sets pictures without a row aside after 24 hours, like uploads. */
export const pictureCollector = ({ db, ...deps }: Deps) =>
  sweepAreas(deps, [
    {
      area: 'pictures',
      ownerOf: (name) => name.replace(/-\d+$/, ''),
      findOwners: (ids) => repo.findExisting(db, ids),
    },
  ]);
