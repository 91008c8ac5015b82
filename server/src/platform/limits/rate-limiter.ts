import { clientNetwork } from '../http/connections/address.ts';
import type { Limit, Limits } from './limits.ts';

interface Options {
  readonly enabled: boolean;
  readonly limits: Limits;
  readonly per: readonly Limit[];
}

export type RateLimiter = ReturnType<typeof rateLimiter>;

/**
 * Counts requests by address (an IPv6 client by its /64) in fixed windows; the first request opens a window. A rejected
 * request is not counted, so waiting always helps.
 */
export const rateLimiter = ({ enabled, limits, per }: Options) => ({
  /** Counts one request. Returns the milliseconds to wait if there were too many, else 0. */
  async consume(address: string): Promise<number> {
    if (!enabled) return 0;
    const { host } = clientNetwork(address);
    const counting = await limits.count(per.map((limit) => ({ limit, key: host })));
    return counting.isAllowed ? 0 : Math.max(...counting.waits);
  },
});
