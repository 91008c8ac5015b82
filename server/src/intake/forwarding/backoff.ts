import { MINUTE, SECOND } from '../../platform/time.ts';

/** Milliseconds before the second attempt, and max milliseconds between two. */
export interface Backoff {
  readonly first: number;
  readonly max: number;
}

export const DEFAULT_BACKOFF: Backoff = { first: SECOND, max: 5 * MINUTE };

/** Milliseconds to wait after so many failed attempts. */
export const findDelay = ({ first, max }: Backoff, attempt: number): number =>
  Math.min(max, first * 2 ** Math.min(attempt - 1, 30));

/** Timers whose delays vary by a fifth: several intakes do not come back to a restarted server at the same moment. */
export class Timers {
  readonly #timers = new Set<NodeJS.Timeout>();
  #isClosed = false;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** `delay`: milliseconds. */
  after(delay: number, work: () => void): void {
    if (this.#isClosed) return;
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        work();
      },
      delay * (0.8 + 0.4 * Math.random()),
    );
    this.#timers.add(timer);
  }

  close(): void {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }
}
