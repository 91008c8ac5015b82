import type { Storage } from '../storage/storage.ts';

/** Milliseconds a count stays good: a folder of many files is not walked through at every look. */
const FRESH = 60_000;

export interface Unfinished {
  readonly count: number;
  readonly bytes: number;
}

/** What has begun to arrive and is not a whole file yet. */
export function unfinishedUploads(storage: Pick<Storage, 'list'>, now: () => number) {
  let counted: { at: number; what: Promise<Unfinished> } | undefined;

  async function count(): Promise<Unfinished> {
    let count = 0;
    let bytes = 0;
    for await (const { size } of storage.list('files', 'unfinished')) {
      count += 1;
      bytes += size;
    }
    return { count, bytes };
  }

  return (): Promise<Unfinished> => {
    if (counted && Math.abs(now() - counted.at) <= FRESH) return counted.what;
    const what = count();
    counted = { at: now(), what };
    // A count that failed is not remembered.
    what.catch(() => {
      counted = undefined;
    });
    return what;
  };
}
