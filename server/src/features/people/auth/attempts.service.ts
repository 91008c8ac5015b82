import { setTimeout as wait } from 'node:timers/promises';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import * as authMessages from '@deqiq/messages/people/auth.js';
import { TooManyError } from '../../../platform/errors.ts';
import { clientNetwork } from '../../../platform/http/connections/address.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import type { LimitedKey, Limits } from '../../../platform/limits/limits.ts';
import { accountKey } from '../../../platform/secrets/credentials.ts';
import { SECOND } from '../../../platform/time.ts';
import {
  PER_ACCOUNT,
  PER_ADDRESS,
  PER_BROWSER,
  PER_NETWORK,
  PER_PAIR,
  PER_UNKNOWN_ACCOUNT,
} from './attempt-limits.ts';

export const SLOW_FROM = 20;
export const SLOWER_FROM = 50;
/** Delays in milliseconds, and max delayed sign-ins per network and in total. */
const DELAY = 1 * SECOND;
const LONG_DELAY = 5 * SECOND;
const MAX_WAITING_PER_NETWORK = 4;
const MAX_WAITING = 1_000;

/** A sign-in before its password is checked. */
export interface Attempt {
  /** Role and account key. */
  readonly account: string;
  readonly address: string;
  /** Whether the account exists. */
  readonly isReal: boolean;
  /** The id of a browser that the person has used before. */
  readonly browser?: string | undefined;
  /** Whether a second factor is required; an attacked account then accepts unknown browsers. */
  readonly hasSecondFactor?: () => Promise<boolean>;
}

interface Options {
  readonly enabled: boolean;
  readonly limits: Limits;
  /** Waits for so many milliseconds; replaced in tests. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/** The key under which wrong passwords of an account are counted. */
export const signInAccount = (role: Role, account: string): string =>
  `${role} ${accountKey(account)}`;

export type Attempts = ReturnType<typeof passwordAttempts>;

/** Uncounts an attempt: the password was right. */
type Undo = () => Promise<void>;

/**
 * Counts wrong passwords at sign-in and at password changes. An attempt counts from its start, so that concurrent
 * attempts cannot bypass the limit, and is uncounted if the password was right. All limits are checked before
 * anything is counted: a rejected attempt creates no key.
 */
export function passwordAttempts({ enabled, limits, pause = wait }: Options) {
  const slowDown = signInDelays(pause);

  /** Counts one attempt, or throws 429. */
  async function count(keys: readonly LimitedKey[], message: string): Promise<Undo> {
    const counting = await limits.count(keys);
    if (!counting.isAllowed) throw new TooManyError(message, Math.max(...counting.waits));
    return counting.undo;
  }

  async function countGuess(attempt: Attempt): Promise<Undo> {
    const { account, address, isReal, hasSecondFactor } = attempt;
    const total = { limit: isReal ? PER_ACCOUNT : PER_UNKNOWN_ACCOUNT, key: account };
    const origin = originKeys(address);
    const { network } = clientNetwork(address);
    const pair = pairOf(account, address);
    const [left = 0] = await limits.waits([total]);
    const isOnlyCounted = left > 0 && (await hasSecondFactor?.()) === true;
    const counting = await limits.count([...origin, pair, { ...total, isOnlyCounted }]);
    if (!counting.isAllowed) {
      const waits = counting.waits.slice(0, -1);
      const ofOrigin = Math.max(...waits);
      if (ofOrigin > 0) throw new TooManyError(authMessages.tooManySignIns(), ofOrigin);
      throw new TooManyError(authMessages.unknownBrowser(), counting.waits.at(-1) ?? 0);
    }
    const guesses = counting.counts.at(-1) ?? 0;
    if (guesses <= SLOW_FROM) return counting.undo;
    try {
      const delay = guesses <= SLOWER_FROM ? DELAY : LONG_DELAY;
      await slowDown(network, delay, authMessages.tooManySignIns());
    } catch (error) {
      await counting.undo();
      throw error;
    }
    return counting.undo;
  }

  return {
    /** Throws 429 for an address without attempts left, before the account is looked up. */
    async assertAddress(address: string): Promise<void> {
      const left = enabled ? Math.max(...(await limits.waits(originKeys(address)))) : 0;
      if (left > 0) throw new TooManyError(authMessages.tooManySignIns(), left);
    },

    /** Counts one sign-in; throws 429 if there were too many. Call the result if the sign-in succeeded. */
    async start(attempt: Attempt): Promise<Undo> {
      if (!enabled) return async () => {};
      const { account, browser } = attempt;
      if (browser === undefined) return countGuess(attempt);
      // A trusted browser has its own counter, independent of attacks on the account.
      return count(
        [{ limit: PER_BROWSER, key: `${account} ${browser}` }],
        authMessages.tooManySignIns(),
      );
    },

    /**
     * Forgets the wrong passwords of an account, so that its person may sign in in a new browser again; with `address` also those
     * from its network.
     */
    unlock: (account: string, address?: string): Promise<void> =>
      limits.reset([
        { limit: PER_ACCOUNT, key: account },
        ...(address === undefined ? [] : [pairOf(account, address)]),
      ]),

    /** Same limit for password changes, counted separately so that it cannot lock out sign-in. */
    async startChange({ role, personId, address }: Actor): Promise<Undo> {
      if (!enabled) return async () => {};
      const origin = originKeys(address);
      const key = `change ${role} ${personId} ${clientNetwork(address).network}`;
      return count([...origin, { limit: PER_PAIR, key }], authMessages.tooManyPasswords());
    },
  };
}

function originKeys(address: string): [LimitedKey, LimitedKey] {
  const { host, network } = clientNetwork(address);
  return [
    { limit: PER_ADDRESS, key: host },
    { limit: PER_NETWORK, key: network },
  ];
}

const pairOf = (account: string, address: string): LimitedKey => ({
  limit: PER_PAIR,
  key: `${account} ${clientNetwork(address).network}`,
});

/** Delays sign-ins, of which only so many may wait at a time. */
function signInDelays(pause: (milliseconds: number) => Promise<unknown>) {
  const waiting = new Map<string, number>();
  let totalWaiting = 0;

  /** Delays an attempt at an attacked account; throws 429 if too many of its network are waiting. */
  return async (network: string, delay: number, message: string): Promise<void> => {
    const own = waiting.get(network) ?? 0;
    if (own >= MAX_WAITING_PER_NETWORK || totalWaiting >= MAX_WAITING)
      throw new TooManyError(message, delay);
    waiting.set(network, own + 1);
    totalWaiting += 1;
    try {
      await pause(delay);
    } finally {
      totalWaiting -= 1;
      const left = (waiting.get(network) ?? 1) - 1;
      if (left > 0) waiting.set(network, left);
      else waiting.delete(network);
    }
  };
}
