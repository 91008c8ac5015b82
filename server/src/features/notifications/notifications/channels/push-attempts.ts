/** Messages sent at a time: in total, to one host, of one partner. */
export const CONCURRENCY = 16;
const CONCURRENCY_PER_HOST = 8;
const CONCURRENCY_PER_PARTNER = 4;

const POSTPONEMENT = { min: 1_000, max: 4_000 };

/** Timeouts in a row after which a subscription is removed, if another one was reached during them. */
const MAX_TIMEOUTS = 10;

/** Milliseconds until a message is tried again that found its partner or host busy. */
export const randomDelay = (): number =>
  POSTPONEMENT.min + Math.random() * (POSTPONEMENT.max - POSTPONEMENT.min);

/** Attempts that run, by partner and by host. */
export function runningAttempts() {
  const running = new Map<string, number>();
  const add = (key: string, change: 1 | -1) => {
    const count = (running.get(key) ?? 0) + change;
    if (count > 0) running.set(key, count);
    else running.delete(key);
  };

  return {
    /** Returns what ends the attempt; undefined where the partner or the host has its share already. */
    begin(partner: string, host: string): (() => void) | undefined {
      const shares = [
        { key: `partner ${partner}`, max: CONCURRENCY_PER_PARTNER },
        { key: `host ${host}`, max: CONCURRENCY_PER_HOST },
      ];
      if (shares.some(({ key, max }) => (running.get(key) ?? 0) >= max)) return undefined;
      for (const { key } of shares) add(key, 1);
      return () => {
        for (const { key } of shares) add(key, -1);
      };
    },
  };
}

/** Counts timeouts in a row by endpoint, in the memory of this process. */
export function silentSubscriptions(now: () => number) {
  const timeouts = new Map<string, { readonly since: number; count: number }>();
  let answeredAt = 0;

  return {
    recordAnswer(endpoint: string): void {
      answeredAt = now();
      timeouts.delete(endpoint);
    },
    /** Returns whether the subscription is to be forgotten. While nothing is reached, the network may be at fault. */
    recordTimeout(endpoint: string): boolean {
      const entry = timeouts.get(endpoint) ?? { since: now(), count: 0 };
      entry.count += 1;
      timeouts.set(endpoint, entry);
      const isSilent = entry.count >= MAX_TIMEOUTS && answeredAt >= entry.since;
      if (isSilent) timeouts.delete(endpoint);
      return isSilent;
    },
  };
}
