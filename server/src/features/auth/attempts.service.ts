import { setTimeout as wait } from 'node:timers/promises';
import { TooManyError } from '../../platform/errors.ts';
import { clientNetwork } from '../../platform/http/address.ts';
import type { Actor } from '../../platform/http/identity.ts';
import { type WindowCounter, windowCounter } from '../../platform/http/window-counter.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Wrong passwords in 15 minutes: of one account from one address or device, of one address, of its network. */
const WINDOW = 15 * MINUTE;
const MAX_PER_ACCOUNT = 10;
const MAX_PER_ADDRESS = 100;
const MAX_PER_NETWORK = 400;

/**
 * Wrong passwords of one account in an hour, from all addresses: from here on answers wait, and from there
 * on an unknown device is refused. One address alone makes 40 at most, so it never gets an account there.
 */
const ACCOUNT_WINDOW = 60 * MINUTE;
const SLOW_FROM = 20;
const REFUSE_FROM = 50;

/** Milliseconds an answer waits, and how many sign-ins may wait: of one account, of all. */
const DELAY = 1 * SECOND;
const MAX_WAITING_PER_ACCOUNT = 4;
const MAX_WAITING = 200;

/** Real accounts in memory: each person is one. Made-up names are counted elsewhere and may be dropped. */
const MAX_ACCOUNTS = 1_000_000;

/** A sign-in whose password is about to be checked. */
export interface Attempt {
  /** Role and name, as the person typed it. */
  readonly account: string;
  readonly address: string;
  /** Whether there is such an account. */
  readonly isReal: boolean;
  /** The id of the device, where the person has signed in from it before. */
  readonly device?: string | undefined;
  /** Whether the right password alone signs nobody in: an account under attack asks no known device then. */
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
  /** Waits so many milliseconds; tests do not. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

export type Attempts = ReturnType<typeof passwordAttempts>;

/**
 * Counts wrong passwords, at sign-in and where people change their own. An attempt counts from its start, so
 * that a parallel flood cannot slip through, and is taken back when the password was right. Everything is
 * asked before anything is counted: a refused attempt creates no key.
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

  /** Counts one attempt; the answer takes it back. */
  function count(counted: readonly CountedKey[]): () => void {
    for (const { counter, key } of counted) counter.add(key);
    return () => {
      for (const { counter, key } of counted) counter.remove(key);
    };
  }

  /** Lets a guess at an account that many have guessed at wait; few may wait at a time. */
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
    // From here to the counting nothing waits: attempts in parallel see each other.
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
    /** Throws 429 for an address that has no attempt left, before anybody looks for the account. */
    assertAddress(address: string, message: string): void {
      if (enabled) assertAllowed(originKeys(address), message);
    },

    /** Counts one sign-in; throws 429 where there were too many. Call the answer when it succeeded. */
    async start(attempt: Attempt): Promise<() => void> {
      if (!enabled) return () => {};
      if (attempt.device === undefined) return countGuess(attempt);
      // A device the person has used before has guesses of its own, whatever others do to the account.
      const counted = [{ counter: devices, key: `${attempt.account} ${attempt.device}` }];
      assertAllowed(counted, attempt.messages.tooManySignIns);
      return count(counted);
    },

    /** The same for people signed in who type their old password; it locks nobody out of signing in. */
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
