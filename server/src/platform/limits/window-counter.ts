interface Options {
  /** Count at which a key is full. */
  readonly max: number;
  /** Length of a window in milliseconds. The first event opens it. */
  readonly window: number;
  /** Keys in memory. */
  readonly capacity?: number;
  readonly now: () => number;
}

interface Count {
  readonly since: number;
  count: number;
}

const CACHE_SIZE = 50_000;

export type WindowCounter = ReturnType<typeof windowCounter>;

/**
 * Counts events by key in fixed windows, in bounded memory. At capacity the oldest key below its limit is dropped. A full
 * key is never dropped before its window ends; if all keys are full, a new key counts as full. Reading creates no key.
 */
export function windowCounter({ max, window, capacity = CACHE_SIZE, now }: Options) {
  // Both in order of insertion. Full keys are separate, so that making room never visits them.
  const open = new Map<string, Count>();
  const full = new Map<string, Count>();

  // A window in the future was opened before the clock was set back.
  const isOver = ({ since }: Count) => now() < since || now() - since >= window;

  function find(key: string): Count | undefined {
    const counts = full.has(key) ? full : open;
    const counter = counts.get(key);
    if (!counter || !isOver(counter)) return counter;
    counts.delete(key);
    return undefined;
  }

  function removeOver(counts: Map<string, Count>, isThorough: boolean): void {
    for (const [key, count] of counts) {
      if (isOver(count)) counts.delete(key);
      else if (!isThorough) return;
    }
  }

  /** Drops a key if necessary. Returns whether there is room for one more. */
  function makeRoom(): boolean {
    removeOver(open, false);
    removeOver(full, false);
    if (open.size + full.size < capacity) return true;
    for (const counts of [open, full]) removeOver(counts, true);
    if (open.size + full.size < capacity) return true;
    const oldest = open.keys().next();
    return !oldest.done && open.delete(oldest.value);
  }

  return {
    /** Milliseconds until the key is below its limit again; 0 if it is now. */
    wait(key: string): number {
      const counter = find(key);
      if (counter) return counter.count < max ? 0 : counter.since + window - now();
      return full.size < capacity || makeRoom() ? 0 : window;
    },

    count: (key: string): number => find(key)?.count ?? 0,

    /** Returns the start of the window; undefined where there was no room for the key. */
    add(key: string): number | undefined {
      const counter = find(key);
      if (!counter && !makeRoom()) return undefined;
      const current = counter ?? { since: now(), count: 0 };
      current.count += 1;
      if (current.count < max) {
        if (!counter) open.set(key, current);
      } else {
        open.delete(key);
        full.set(key, current);
      }
      return current.since;
    },

    /** Takes one event back, if its window is still the same. */
    remove(key: string, since: number): void {
      const counter = find(key);
      if (counter?.since !== since || counter.count === 0) return;
      counter.count -= 1;
      if (counter.count < max && full.delete(key)) open.set(key, counter);
    },

    forget(key: string): void {
      open.delete(key);
      full.delete(key);
    },

    /** Keys in memory, for tests. */
    size: (): number => open.size + full.size,
  };
}
