import type { DatabaseClock } from '../../db/database-clock.ts';
import type { Db } from '../../db/tables.ts';
import type { StorageDifference, StorageMaintenance } from '../storage.ts';
import type { BlobEntry, BlobStore } from './blob-store.ts';
import * as repo from './manifest.repo.ts';

/** Blobs of objects. Others are not of this store: that of another database may be below the same prefix. */
const OBJECT_BLOB = /^[0-9a-f-]{36}\/(\d+|whole)-[0-9a-f-]{36}$/;

/** Milliseconds after which a blob that no row needs is an orphan: a database may be set back by some days. */
const GRACE_PERIOD = 7 * 24 * 60 * 60_000;

/** Candidates per query. */
const BATCH_SIZE = 500;

/** Up to this number, orphans are discarded even if they outnumber the other blobs. */
const MIN_SUSPICIOUS = 20;

interface Deps {
  readonly blobs: BlobStore;
  readonly db: Db;
  readonly clock: DatabaseClock;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

type Inventory = Pick<StorageMaintenance, 'compare' | 'sweepOrphans'>;

/** Finds the differences between rows and blobs, and discards blobs that belong to no row. */
export const storeInventory = (deps: Deps): Inventory => ({
  compare: () => compareBlobs(deps),

  async sweepOrphans(log) {
    const { db, clock } = deps;
    const orphans: string[] = [];
    for await (const { kind, blob, ...found } of compareBlobs(deps)) {
      if (kind === 'orphan') orphans.push(blob);
      else log.error({ blob, ...found }, 'the object store lacks bytes of a stored object');
    }
    const needed = orphans.length > MIN_SUSPICIOUS ? await repo.countObjects(db) : 0;
    if (orphans.length > Math.max(MIN_SUSPICIOUS, needed)) {
      log.error({ orphans: orphans.length }, 'most blobs have no row: none is discarded');
      return 0;
    }
    for (let first = 0; first < orphans.length; first += BATCH_SIZE) {
      const batch = orphans.slice(first, first + BATCH_SIZE);
      await repo.discard(db, clock, { blobs: batch, delay: repo.READ_TIMEOUT });
    }
    return orphans.length;
  },
});

/**
 * Compares all rows with a listing of the store, page by page, in the order of the names. What looks wrong is looked up
 * again at the end of its batch, because servers work concurrently.
 */
async function* compareBlobs({ blobs, db, now }: Deps): AsyncGenerator<StorageDifference> {
  let suspects: Suspect[] = [];
  for await (const suspect of findSuspects({ blobs, db })) {
    if (suspect.needed || suspect.found.modifiedAt < now() - GRACE_PERIOD) suspects.push(suspect);
    if (suspects.length < BATCH_SIZE) continue;
    yield* confirm({ blobs, db }, suspects);
    suspects = [];
  }
  yield* confirm({ blobs, db }, suspects);
}

type Suspect =
  | { readonly needed: repo.NeededBlob; readonly found?: BlobEntry | undefined }
  | { readonly needed?: never; readonly found: BlobEntry };

/** Merges both lists: blobs on one of them only, or of another size than in their row. */
async function* findSuspects({ blobs, db }: Pick<Deps, 'blobs' | 'db'>): AsyncGenerator<Suspect> {
  const needed = listNeeded(db);
  let row = (await needed.next()).value;
  let previous = '';
  for await (const found of blobs.list()) {
    if (found.name < previous) throw new Error('the object store does not list names in order');
    previous = found.name;
    if (!OBJECT_BLOB.test(found.name)) continue;
    while (row && row.blob < found.name) {
      yield { needed: row };
      row = (await needed.next()).value;
    }
    if (row?.blob !== found.name) yield { found };
    else {
      if (row.size !== found.size) yield { needed: row, found };
      row = (await needed.next()).value;
    }
  }
  for (; row; row = (await needed.next()).value) yield { needed: row };
}

async function* listNeeded(db: Db): AsyncGenerator<repo.NeededBlob, undefined> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await repo.listNeededBlobs(db, after);
    yield* page.blobs;
    after = page.last;
  }
}

async function* confirm(
  { blobs, db }: Pick<Deps, 'blobs' | 'db'>,
  suspects: readonly Suspect[],
): AsyncGenerator<StorageDifference> {
  const names = suspects.map(({ needed, found }) => needed?.blob ?? found?.name ?? '');
  const isNeeded = await repo.findNeeded(db, names);
  const isDiscarded = await repo.findDiscarded(db, names);
  for (const { needed, found } of suspects) {
    if (!needed) {
      const { name } = found;
      if (!isNeeded.has(name) && !isDiscarded.has(name)) yield { kind: 'orphan', blob: name };
    } else if (isNeeded.has(needed.blob)) {
      const size = await blobs.size(needed.blob);
      const { blob, key } = needed;
      if (size === undefined) yield { kind: 'missing', blob, key };
      else if (size !== needed.size) yield { kind: 'size', blob, key };
    }
  }
}
