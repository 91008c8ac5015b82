import { setTimeout as wait } from 'node:timers/promises';
import { TooManyError } from '../../platform/errors.ts';
import { clientNetwork } from '../../platform/http/address.ts';
import type { Actor } from '../../platform/http/identity.ts';
import { type WindowCounter, windowCounter } from '../../platform/http/window-counter.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Max wrong passwords in 15 minutes: per account and address or device, per address, per network. */
const WINDOW = 15 * MINUTE;
const MAX_PER_ACCOUNT = 10;
const MAX_PER_ADDRESS = 100;
const MAX_PER_NETWORK = 400;

/**
 * Wrong passwords per account in an hour from all addresses: above SLOW_FROM responses are delayed, above
 * REFUSE_FROM unknown devices are rejected. A single address reaches at most 40, so it cannot block an account.
 */
const ACCOUNT_WINDOW = 60 * MINUTE;
const SLOW_FROM = 20;
const REFUSE_FROM = 50;

/** Delay in milliseconds, and max delayed sign-ins per account and in total. */
const DELAY = 1 * SECOND;
const MAX_WAITING_PER_ACCOUNT = 4;
const MAX_WAITING = 200;

/** Max counters of existing accounts. Unknown names have a separate, smaller counter. */
const MAX_ACCOUNTS = 1_000_000;

/** A sign-in before its password is checked. */
export interface Attempt {
  /** Role and account key. */
  readonly account: string;
  readonly address: string;
  /** Whether the account exists. */
  readonly isReal: boolean;
  /** The id of a device that the person has used before. */
  readonly device?: string | undefined;
  /** Whether a second factor is required; an attacked account then accepts unknown devices. */
  readonly hasSecondFactor?: () => Promise<boolean>;
  readonly messages: { readonly tooManySignIns: string; readonly unknownDevice: string };
}

interface CountedKey {
  readonly counter: WindowCounter;
  readonly key: string;
}

interface Options {
  readonly enabled: boolean;
  readonly now: () => number;
  /** Waits for so many milliseconds; replaced in tests. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

export type Attempts = ReturnType<typeof passwordAttempts>;

/**
 * Counts wrong passwords at sign-in and at password changes. An attempt counts from its start, so that concurrent
 * attempts cannot bypass the limit, and is uncounted if the password was right. All limits are checked before
 * anything is counted: a rejected attempt creates no key.
 */
export function passwordAttempts({ enabled, now, pause = wait }: Options) {
  const counterFor = (max: number, window = WINDOW, capacity?: number) =>
    windowCounter({ max, window, now, ...(capacity !== undefined && { capacity }) });
  const addresses = counterFor(MAX_PER_ADDRESS);
  const networks = counterFor(MAX_PER_NETWORK);
  const pairs = counterFor(MAX_PER_ACCOUNT);
  const devices = counterFor(MAX_PER_ACCOUNT);
  const accounts = counterFor(REFUSE_FROM, ACCOUNT_WINDOW, MAX_ACCOUNTS);
  const unknownAccounts = counterFor(REFUSE_FROM, ACCOUNT_WINDOW);
  const waiting = new Map<string, number>();
  let totalWaiting = 0;

  function originKeys(address: string): CountedKey[] {
    const { host, network } = clientNetwork(address);
    return [
      { counter: addresses, key: host },
      { counter: networks, key: network },
    ];
  }

  function assertAllowed(counted: readonly CountedKey[], message: string): void {
    const left = Math.max(...counted.map(({ counter, key }) => counter.wait(key)));
    if (left > 0) throw new TooManyError(message, left);
  }

  /** Counts one attempt; returns a function that uncounts it. */
  function count(counted: readonly CountedKey[]): () => void {
    for (const { counter, key } of counted) counter.add(key);
    return () => {
      for (const { counter, key } of counted) counter.remove(key);
    };
  }

  /** Delays an attempt at an attacked account; throws 429 if too many are waiting. */
  async function slowDown(account: string, message: string): Promise<void> {
    const own = waiting.get(account) ?? 0;
    if (own >= MAX_WAITING_PER_ACCOUNT || totalWaiting >= MAX_WAITING)
      throw new TooManyError(message, DELAY * MAX_WAITING_PER_ACCOUNT);
    waiting.set(account, own + 1);
    totalWaiting += 1;
    try {
      await pause(DELAY);
    } finally {
      totalWaiting -= 1;
      const left = (waiting.get(account) ?? 1) - 1;
      if (left > 0) waiting.set(account, left);
      else waiting.delete(account);
    }
  }

  async function countGuess(attempt: Attempt): Promise<() => void> {
    const { account, address, isReal, hasSecondFactor, messages } = attempt;
    const total = { counter: isReal ? accounts : unknownAccounts, key: account };
    const origin = originKeys(address);
    const pair = { counter: pairs, key: `${account} ${origin[0]?.key}` };
    const isProtected = total.counter.wait(account) > 0 && (await hasSecondFactor?.()) === true;
    // No await between the checks and the counting, so that concurrent attempts see each other.
    assertAllowed([...origin, pair], messages.tooManySignIns);
    if (!isProtected) assertAllowed([total], messages.unknownDevice);
    const undo = count([...origin, pair, total]);
    if (total.counter.count(account) <= SLOW_FROM) return undo;
    try {
      await slowDown(account, messages.tooManySignIns);
    } catch (error) {
      undo();
      throw error;
    }
    return undo;
  }

  return {
    /** Throws 429 for an address without attempts left, before the account is looked up. */
    assertAddress(address: string, message: string): void {
      if (enabled) assertAllowed(originKeys(address), message);
    },

    /** Counts one sign-in; throws 429 if there were too many. Call the result if the sign-in succeeded. */
    async start(attempt: Attempt): Promise<() => void> {
      if (!enabled) return () => {};
      if (attempt.device === undefined) return countGuess(attempt);
      // A known device has its own counter, independent of attacks on the account.
      const counted = [{ counter: devices, key: `${attempt.account} ${attempt.device}` }];
      assertAllowed(counted, attempt.messages.tooManySignIns);
      return count(counted);
    },

    /** Same limit for password changes, counted separately so that it cannot lock out sign-in. */
    startChange({ role, personId, address }: Actor, message: string): () => void {
      if (!enabled) return () => {};
      const origin = originKeys(address);
      const pair = { counter: pairs, key: `change ${role} ${personId} ${origin[0]?.key}` };
      const counted = [...origin, pair];
      assertAllowed(counted, message);
      return count(counted);
    },
  };
}
