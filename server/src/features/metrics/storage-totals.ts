import type { Storage, StoredEntry } from '../../platform/storage/storage.ts';

/** Milliseconds a count stays good: a folder of many files is not walked through at every look. */
const MAX_AGE = 60_000;

export interface Total {
  readonly count: number;
  readonly bytes: number;
}

/** What has begun to arrive and is not a whole file yet. */
export const unfinishedUploads = (storage: Pick<Storage, 'list'>, now: () => number) =>
  cachedTotal(() => storage.list('files', 'unfinished'), now);

/** How many objects there are, and their bytes; counted once a minute at most. */
export function cachedTotal(list: () => AsyncIterable<StoredEntry>, now: () => number) {
  let cached: { at: number; total: Promise<Total> } | undefined;

  async function count(): Promise<Total> {
    let count = 0;
    let bytes = 0;
    for await (const { size } of list()) {
      count += 1;
      bytes += size;
    }
    return { count, bytes };
  }

  return (): Promise<Total> => {
    if (cached && Math.abs(now() - cached.at) <= MAX_AGE) return cached.total;
    const what = count();
    cached = { at: now(), total: what };
    // A count that failed is not remembered.
    what.catch(() => {
      cached = undefined;
    });
    return what;
  };
}
