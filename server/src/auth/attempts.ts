import { TooManyError } from '../errors.ts';
import { placeOf } from '../http/address.ts';
import type { Actor } from '../http/identity.ts';

const WINDOW = 15 * 60 * 1000;
const PER_ACCOUNT = 10;
const PER_ADDRESS = 100;
/** Keys kept in memory; past this the oldest go first. */
const KEPT = 50_000;

interface Failures {
  since: number;
  count: number;
}

export type Attempts = ReturnType<typeof passwordAttempts>;

/**
 * Counts wrong passwords, at sign-in and where somebody changes their own: ten in 15 minutes for one
 * account from one address, a hundred from one address. An attempt counts from its start, so that a
 * parallel flood cannot slip through, and is taken back when the password was right.
 */
export function passwordAttempts(enabled: boolean, now: () => number = Date.now) {
  const failures = new Map<string, Failures>();

  function current(key: string): Failures {
    const known = failures.get(key);
    const age = known && now() - known.since;
    // A window that opens in the future is from before the clock was set back.
    if (known && age !== undefined && age >= 0 && age < WINDOW) return known;
    const fresh = { since: now(), count: 0 };
    failures.delete(key);
    failures.set(key, fresh);
    const oldest = failures.keys().next();
    if (failures.size > KEPT && !oldest.done) failures.delete(oldest.value);
    return fresh;
  }

  /** Counts one attempt; throws 429 where there were too many. Call the answer when it succeeded. */
  function begin(account: string, address: string, message: string): () => void {
    if (!enabled) return () => {};
    const place = placeOf(address);
    const counted = [
      { of: current(`${account} ${place}`), most: PER_ACCOUNT },
      { of: current(place), most: PER_ADDRESS },
    ];
    const full = counted.find(({ of, most }) => of.count >= most);
    if (full) throw new TooManyError(message, full.of.since + WINDOW - now());
    for (const { of } of counted) of.count += 1;
    return () => {
      for (const { of } of counted) of.count -= 1;
    };
  }

  return {
    begin,

    /** The same for somebody signed in who says their old password; it locks nobody out of signing in. */
    beginChange: ({ role, personId, address }: Actor, message: string) =>
      begin(`change ${role} ${personId}`, address, message),
  };
}
