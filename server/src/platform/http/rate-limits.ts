import { clientNetwork } from './address.ts';
import { windowCounter } from './window-counter.ts';

/** Max requests within a window of milliseconds. */
export interface Limit {
  readonly max: number;
  readonly window: number;
}

interface Options {
  readonly enabled: boolean;
  readonly now: () => number;
  readonly limits: readonly Limit[];
}

export type RateLimiter = ReturnType<typeof rateLimiter>;

/**
 * Counts requests by address (an IPv6 client by its /64) in fixed windows; the first request opens a window. A rejected
 * request is not counted, so waiting always helps.
 */
export function rateLimiter({ enabled, now, limits }: Options) {
  const counters = limits.map(({ max, window }) => windowCounter({ max, window, now }));

  return {
    /** Counts one request. Returns the milliseconds to wait if there were too many, else 0. */
    consume(address: string): number {
      if (!enabled) return 0;
      const { host } = clientNetwork(address);
      const wait = Math.max(...counters.map((counter) => counter.wait(host)));
      if (wait === 0) for (const counter of counters) counter.add(host);
      return wait;
    },
  };
}
