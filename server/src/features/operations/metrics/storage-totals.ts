import { cacheResult } from '../../../platform/cached-result.ts';
import type { Storage, StoredEntry } from '../../../platform/storage/storage.ts';
import { MINUTE } from '../../../platform/time.ts';

/** Milliseconds for which a total is cached, because large folders are slow to list. */
const MAX_AGE = MINUTE;

export interface Total {
  readonly count: number;
  readonly bytes: number;
}

/** The total of unfinished uploads. */
export const unfinishedUploads = (storage: Pick<Storage, 'list'>, now: () => number) =>
  cachedTotal(() => storage.list('files', 'unfinished'), now);

/** The number and bytes of the listed objects, counted at most once a minute. */
export function cachedTotal(list: () => AsyncIterable<StoredEntry>, now: () => number) {
  async function count(): Promise<Total> {
    let count = 0;
    let bytes = 0;
    for await (const { size } of list()) {
      count += 1;
      bytes += size;
    }
    return { count, bytes };
  }
  return cacheResult(count, { maxAge: MAX_AGE, now });
}
