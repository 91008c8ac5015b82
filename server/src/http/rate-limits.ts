import { placeOf } from './address.ts';

/** So many requests, at most, within so many milliseconds. */
export interface Limit {
  readonly most: number;
  readonly within: number;
}

interface Options {
  readonly enabled: boolean;
  readonly now: () => number;
  readonly limits: readonly Limit[];
}

interface Counted {
  since: number;
  count: number;
}

/** Addresses kept in memory; past this the oldest windows go first. */
const KEPT = 50_000;

export type RateLimits = ReturnType<typeof rateLimits>;

/**
 * Counts requests by address (an IPv6 client by its /64) in fixed windows, each of which opens with its
 * first request. A refused request counts in no window, so waiting always helps.
 */
export function rateLimits({ enabled, now, limits }: Options) {
  const windows = limits.map((limit) => ({ ...limit, places: new Map<string, Counted>() }));

  return {
    /** Counts one request; answers the milliseconds to wait where there were too many, else 0. */
    take(address: string): number {
      if (!enabled) return 0;
      const place = placeOf(address);
      const at = now();
      const open = windows.map(({ places, most, within }) => {
        const counted = current(places, place, at, within);
        return { counted, wait: counted.count < most ? 0 : counted.since + within - at };
      });
      const wait = Math.max(...open.map((window) => window.wait));
      if (wait === 0) for (const { counted } of open) counted.count += 1;
      return wait;
    },
  };
}

function current(places: Map<string, Counted>, place: string, at: number, within: number): Counted {
  const known = places.get(place);
  // A window that opens in the future is from before the clock was set back.
  if (known && at >= known.since && at - known.since < within) return known;
  const fresh = { since: at, count: 0 };
  // Deleted first, so that the map stays ordered by age.
  places.delete(place);
  places.set(place, fresh);
  const oldest = places.keys().next();
  if (places.size > KEPT && !oldest.done) places.delete(oldest.value);
  return fresh;
}
