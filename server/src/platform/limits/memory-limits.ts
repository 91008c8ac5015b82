import type { Limit, LimitedKey, Limits } from './limits.ts';
import { type WindowCounter, windowCounter } from './window-counter.ts';

/** Counts in the memory of this process, bounded by the capacity of each limit. */
export function memoryLimits(now: () => number): Limits {
  const counters = new Map<string, WindowCounter>();

  function findCounter({ name, max, window, capacity }: Limit): WindowCounter {
    const existing = counters.get(name);
    if (existing) return existing;
    const counter = windowCounter({ max, window, now, ...(capacity && { capacity }) });
    counters.set(name, counter);
    return counter;
  }

  const findWaits = (keys: readonly LimitedKey[]) =>
    keys.map(({ limit, key }) => findCounter(limit).wait(key));

  return {
    waits: async (keys) => findWaits(keys),

    // No await between the check and the counting, so that concurrent events see each other.
    async count(keys) {
      const waits = findWaits(keys);
      if (keys.some(({ isOnlyCounted }, index) => !isOnlyCounted && waits[index] !== 0))
        return { isAllowed: false, waits };
      const windows = keys.map(({ limit, key }) => findCounter(limit).add(key));
      return {
        isAllowed: true,
        counts: keys.map(({ limit, key }) => findCounter(limit).count(key)),
        async undo() {
          for (const [index, { limit, key }] of keys.entries()) {
            const since = windows[index];
            if (since !== undefined) findCounter(limit).remove(key, since);
          }
        },
      };
    },

    async reset(keys) {
      for (const { limit, key } of keys) findCounter(limit).forget(key);
    },

    // Full and past windows make room for each other.
    sweep: async () => 0,
  };
}
