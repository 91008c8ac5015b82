import { setTimeout as pause } from 'node:timers/promises';
import { isThrottled, isTransient, S3Error } from './s3-error.ts';

const MAX_ATTEMPTS = 4;

/** Milliseconds of the longest first pause; the next are twice as long. */
const PAUSE = 50;
const PAUSE_OF_THROTTLED = 1_000;

/** Milliseconds by which Retry-After can lengthen a pause. */
const MAX_RETRY_AFTER = 5_000;

/** Milliseconds. Stores refuse signatures of a clock that differs by a quarter of an hour. */
const MAX_CLOCK_DIFFERENCE = 5 * 60_000;

/** A clock that is set to that of the store where they differ. */
export interface StoreClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Whether the error is that of a wrong clock, which is right from now on. */
  correct(error: unknown): boolean;
}

/** `now` returns milliseconds since 1970. */
export function storeClock(now: () => number): StoreClock {
  let offset = 0;
  return {
    now: () => now() + offset,
    correct(error) {
      if (!(error instanceof S3Error) || error.status !== 403) return false;
      const difference = error.serverTime - now();
      if (!(Math.abs(difference - offset) > MAX_CLOCK_DIFFERENCE)) return false;
      offset = difference;
      return true;
    },
  };
}

/** Does the work again, up to three times, where its error may pass. The signal ends the pauses. */
export async function repeat<T>(
  work: () => Promise<T>,
  clock: StoreClock,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error;
      if (!isTransient(error) && !clock.correct(error)) throw error;
      await pause(pauseAfter(error, attempt), undefined, { signal }).catch(() => {});
    }
  }
}

/** Milliseconds before the next attempt: random, so that nodes do not return together. */
export function pauseAfter(error: unknown, attempt: number): number {
  const first = isThrottled(error) ? PAUSE_OF_THROTTLED : PAUSE;
  const milliseconds = Math.random() * first * 2 ** (attempt - 1);
  const requested = error instanceof S3Error ? error.retryAfter : 0;
  return Math.max(milliseconds, Math.min(requested, milliseconds + MAX_RETRY_AFTER));
}
