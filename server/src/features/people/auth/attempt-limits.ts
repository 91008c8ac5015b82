import type { Limit } from '../../../platform/limits/limits.ts';
import { HOUR, MINUTE } from '../../../platform/time.ts';

/** Max wrong passwords in 15 minutes: per account and network or browser, per address, per network. */
const WINDOW = 15 * MINUTE;

const MAX_PER_ACCOUNT = 10;

const MAX_PER_ADDRESS = 100;

const MAX_PER_NETWORK = 400;

/**
 * Wrong passwords per account in an hour from all networks: above SLOW_FROM responses are delayed, above SLOWER_FROM
 * for longer, above REFUSE_FROM unknown browsers are rejected. A single network reaches at most 40.
 */
const ACCOUNT_WINDOW = HOUR;

const REFUSE_FROM = 500;

/** Max counters of existing accounts. Unknown names have a separate, smaller counter. */
const MAX_ACCOUNTS = 1_000_000;

export const limit = (name: string, max: number, window = WINDOW, capacity?: number): Limit => ({
  name: `password ${name}`,
  max,
  window,
  ...(capacity !== undefined && { capacity }),
});

export const PER_ADDRESS = limit('address', MAX_PER_ADDRESS);

export const PER_NETWORK = limit('network', MAX_PER_NETWORK);

export const PER_PAIR = limit('pair', MAX_PER_ACCOUNT);

export const PER_BROWSER = limit('device', MAX_PER_ACCOUNT);

export const PER_ACCOUNT = limit('account', REFUSE_FROM, ACCOUNT_WINDOW, MAX_ACCOUNTS);

export const PER_UNKNOWN_ACCOUNT = limit('unknown account', REFUSE_FROM, ACCOUNT_WINDOW);
