import { createHash } from 'node:crypto';
import type { Db } from '../db/tables.ts';
import * as repo from './limits.repo.ts';
import type { LimitedKey, Limits } from './limits.ts';

/**
 * Counts in PostgreSQL by its clock, so that all nodes share one limit. A key is stored as a hash: it may contain the
 * name of a person and an address. `now` (milliseconds since 1970) replaces the clock in tests.
 */
export function databaseLimits(db: Db, now?: () => number): Limits {
  const clock = repo.millisecondClock(now);

  async function findWaits(keys: readonly LimitedKey[]): Promise<number[]> {
    const rows = await repo.findOpen(db, clock, keys.map(toRow));
    return keys.map((key) => {
      const { limit_name, key_hash } = toRow(key);
      const row = rows.find((each) => each.limit_name === limit_name && each.key_hash === key_hash);
      const { max, window } = key.limit;
      // A window that ends later than possible was opened before the clock was set back.
      if (!row || row.count < max || row.left > window) return 0;
      return row.left;
    });
  }

  const isRefused = (keys: readonly LimitedKey[], waits: readonly number[]) =>
    keys.some(({ isOnlyCounted }, index) => !isOnlyCounted && waits[index] !== 0);

  return {
    waits: findWaits,

    async count(keys) {
      // Most refusals are decided without a write.
      const waits = await findWaits(keys);
      if (isRefused(keys, waits)) return { isAllowed: false, waits };
      const counted = await db
        .transaction()
        .execute(async (tx) => {
          const rows = await repo.add(tx, clock, keys.map(toRow));
          const full = keys.map((key) => {
            const { count, left } = findRow(rows, key);
            return !key.isOnlyCounted && count > key.limit.max ? left : 0;
          });
          if (full.some((wait) => wait > 0)) throw new FullError(full);
          return rows;
        })
        .catch((error: unknown) => {
          if (error instanceof FullError) return error;
          throw error;
        });
      if (counted instanceof FullError) return { isAllowed: false, waits: counted.waits };
      return {
        isAllowed: true,
        counts: keys.map((key) => findRow(counted, key).count),
        undo: () => repo.subtract(db, counted),
      };
    },

    reset: (keys) => repo.remove(db, keys.map(toRow)),

    sweep: () => repo.removePast(db, clock),
  };
}

/** Ends a transaction that counted more events than a key may have. */
class FullError extends Error {
  readonly waits: readonly number[];

  constructor(waits: readonly number[]) {
    super('a key is full');
    this.waits = waits;
  }
}

const toRow = ({ limit, key }: LimitedKey): repo.LimitRow => ({
  limit_name: limit.name,
  key_hash: createHash('sha256').update(key).digest('base64url'),
  window: limit.window,
});

function findRow(rows: readonly repo.CountedRow[], key: LimitedKey): repo.CountedRow {
  const { limit_name, key_hash } = toRow(key);
  const row = rows.find((each) => each.limit_name === limit_name && each.key_hash === key_hash);
  if (!row) throw new Error('an event was not counted');
  return row;
}
