interface Options {
  /** At this count a key is full. */
  readonly max: number;
  /** Milliseconds in which events are counted together; the first event opens them. */
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
 * Counts events by key in fixed windows, in bounded memory. A key that is full is never dropped before its
 * window is over: with no room left the oldest key below its limit goes, and with only full keys in memory
 * a new key counts as full. Asking creates nothing.
 */
export function windowCounter({ max, window, capacity = CACHE_SIZE, now }: Options) {
  // Both in order of insertion. Full keys stand apart, so that making room never looks at them.
  const open = new Map<string, Count>();
  const full = new Map<string, Count>();

  // A window that opens in the future is from before the clock was set back.
  const isOver = ({ since }: Count) => now() < since || now() - since >= window;

  function find(key: string): Count | undefined {
    const counts = full.has(key) ? full : open;
    const found = counts.get(key);
    if (!found || !isOver(found)) return found;
    counts.delete(key);
    return undefined;
  }

  function removeOver(counts: Map<string, Count>, isThorough: boolean): void {
    for (const [key, count] of counts) {
      if (isOver(count)) counts.delete(key);
      else if (!isThorough) return;
    }
  }

  /** Whether there is room for one more key. */
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
    /** Milliseconds until the key may go on; 0 while it is below its limit. */
    wait(key: string): number {
      const found = find(key);
      if (found) return found.count < max ? 0 : found.since + window - now();
      return full.size < capacity || makeRoom() ? 0 : window;
    },

    /** Events counted for the key. */
    count: (key: string): number => find(key)?.count ?? 0,

    add(key: string): void {
      const found = find(key);
      if (!found && !makeRoom()) return;
      const counted = found ?? { since: now(), count: 0 };
      counted.count += 1;
      if (counted.count < max) {
        if (!found) open.set(key, counted);
        return;
      }
      open.delete(key);
      full.set(key, counted);
    },

    /** Takes one event back. */
    remove(key: string): void {
      const found = find(key);
      if (!found || found.count === 0) return;
      found.count -= 1;
      if (found.count < max && full.delete(key)) open.set(key, found);
    },

    /** Keys in memory, for tests. */
    size: (): number => open.size + full.size,
  };
}
