import { iso } from '../platform/time.ts';

/** Counts of one machine since the start of the process. */
interface Caller {
  lastSeenAt: number;
  instances: number;
  refused: number;
  lastError: string;
}

/** Max machines in a report: an AE title is whatever a client writes. */
const MAX_CALLERS = 200;

export type Activity = ReturnType<typeof recordActivity>;

/** Counts what each machine does, by its AE title; the machines that were seen last remain. */
export function recordActivity(now: () => number) {
  const callers = new Map<string, Caller>();

  /** Finds or adds a machine and makes it the last one in the map. */
  function touch(aeTitle: string): Caller {
    const caller = callers.get(aeTitle) ?? {
      lastSeenAt: 0,
      instances: 0,
      refused: 0,
      lastError: '',
    };
    caller.lastSeenAt = now();
    callers.delete(aeTitle);
    callers.set(aeTitle, caller);
    const [oldest] = callers.keys();
    if (callers.size > MAX_CALLERS && oldest !== undefined) callers.delete(oldest);
    return caller;
  }

  return {
    /** An accepted association. */
    see(aeTitle: string): void {
      touch(aeTitle);
    },
    /** An instance that was acknowledged. */
    store(aeTitle: string): void {
      touch(aeTitle).instances += 1;
    },
    /** A refused association or instance. */
    refuse(aeTitle: string, error: string): void {
      const caller = touch(aeTitle);
      caller.refused += 1;
      caller.lastError = error;
    },
    /** The server did not store an instance that was acknowledged, perhaps before the start. Its machine need not call now. */
    fail(aeTitle: string, error: string): void {
      const caller = callers.get(aeTitle);
      if (caller) caller.lastError = error;
    },
    /** The machines that were seen last come first. */
    list: () =>
      [...callers].reverse().map(([aeTitle, { lastSeenAt, ...counts }]) => ({
        aeTitle,
        lastSeenAt: iso(lastSeenAt),
        ...counts,
      })),
  };
}
