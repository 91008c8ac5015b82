import { HOUR, SECOND } from '../../platform/time.ts';
import { describeError, type IntakeLog } from '../intake-log.ts';
import { readSender } from '../spool/spool-names.ts';
import type { StudyActivity } from '../study-activity.ts';
import { type Backoff, DEFAULT_BACKOFF, findDelay, Timers } from './backoff.ts';
import { fileQueues } from './file-queues.ts';
import { type Attempt, type SendDeps, sendFile } from './outcome.ts';

/**
 * Max milliseconds for which the files of a machine wait that has sent too many. The server may say a day, but counts in its
 * memory: after its restart they can be sent immediately.
 */
const MAX_POSTPONEMENT = HOUR;

export interface ForwardState {
  readonly waiting: number;
  readonly forwarded: number;
  readonly rejected: number;
  /** Why nothing can be sent, or why a file was refused; '' after the next file that is stored. */
  readonly lastError: string;
}

interface Deps extends SendDeps {
  readonly studies: Pick<StudyActivity, 'find' | 'remove'>;
  readonly log: IntakeLog;
  readonly backoff?: Backoff | undefined;
  readonly onError?: ((aeTitle: string, message: string) => void) | undefined;
  /** After every file that is done with. */
  readonly onDone?: (() => void) | undefined;
}

/** Files of an earlier process are read before the first file can be added, so that none is sent twice. */
export async function openForwarder(deps: Deps): Promise<Forwarder> {
  const stored = await deps.spool.list();
  return new Forwarder(deps, stored, await deps.spool.countRejected());
}

/**
 * Sends the files of the spool, each machine's in its order, until the server has stored or refused them. An outage pauses all
 * of them; the next attempt is with one file. A file that fails alone waits alone, and so does a machine above its limit.
 */
export class Forwarder {
  readonly #deps: Deps;
  readonly #backoff: Backoff;
  readonly #timers = new Timers();
  readonly #queues: ReturnType<typeof fileQueues>;
  /** Files that the server has neither stored nor refused. */
  readonly #waiting: Set<string>;
  /** Failed attempts of files that failed alone. */
  readonly #attempts = new Map<string, number>();
  #rejected: number;
  #outages = 0;
  #forwarded = 0;
  #lastError = '';
  #isPaused = false;

  constructor(deps: Deps, stored: readonly string[], rejected: number) {
    this.#deps = deps;
    this.#backoff = deps.backoff ?? DEFAULT_BACKOFF;
    this.#queues = fileQueues(stored);
    this.#waiting = new Set(stored);
    this.#rejected = rejected;
  }

  get state(): ForwardState {
    return {
      waiting: this.#waiting.size,
      forwarded: this.#forwarded,
      rejected: this.#rejected,
      lastError: this.#lastError,
    };
  }

  /** Whether a file of this host waits: the server has neither stored nor refused it. */
  hasWaiting(host: string): boolean {
    return this.#waiting.values().some((name) => readSender(name).host === host);
  }

  /** Sends what an earlier process left. */
  start(): void {
    this.#fill();
  }

  add(name: string): void {
    this.#waiting.add(name);
    this.#queues.addLast(name);
    this.#fill();
  }

  close(): void {
    this.#timers.close();
  }

  #fill(): void {
    while (!this.#isPaused && !this.#timers.isClosed) {
      const name = this.#queues.start(this.#outages > 0 ? 1 : undefined);
      if (name === undefined) return;
      void this.#forward(name)
        .catch((error) => {
          this.#lastError = `the spool fails: ${describeError(error)}`;
          this.#delayOne(name, this.#lastError);
        })
        .finally(() => {
          this.#queues.end(name);
          this.#deps.onDone?.();
          this.#fill();
        });
    }
  }

  async #forward(name: string): Promise<void> {
    const { spool, log, onError } = this.#deps;
    const attempt = await sendFile(this.#deps, name);
    const { outcome, message, aeTitle } = attempt;
    if (outcome !== 'outage') this.#outages = 0;
    if (outcome === 'stored') {
      await spool.remove(name);
      this.#lastError = '';
      this.#forwarded += 1;
      this.#forget(name);
      return;
    }
    this.#lastError = message;
    onError?.(aeTitle, message);
    if (outcome === 'rejected') {
      await spool.reject(name);
      log.error('rejected', { file: name, aeTitle, message });
      this.#rejected += 1;
      this.#forget(name);
    } else if (outcome === 'retry') this.#delayOne(name, message);
    else if (outcome === 'too-many') this.#postpone(name, attempt);
    else this.#pause(name, message);
  }

  #forget(name: string): void {
    this.#waiting.delete(name);
    this.#attempts.delete(name);
    this.#deps.studies.remove(name);
  }

  #after(delay: number, work: () => void): void {
    this.#timers.after(delay, () => {
      work();
      this.#fill();
    });
  }

  #delayOne(name: string, message: string): void {
    const attempt = (this.#attempts.get(name) ?? 0) + 1;
    this.#attempts.set(name, attempt);
    this.#deps.log.warn('retry', { file: name, attempt, message });
    this.#after(findDelay(this.#backoff, attempt), () => this.#queues.addLast(name));
  }

  /** The server takes no more of this machine for a while: its files wait, those of others do not. */
  #postpone(name: string, { message, aeTitle, retryAfter }: Attempt): void {
    this.#queues.addFirst(name);
    const release = this.#queues.postpone(name);
    if (!release) return;
    const { first, max } = this.#backoff;
    const wait = retryAfter === undefined ? max : retryAfter * SECOND;
    const delay = Math.min(MAX_POSTPONEMENT, Math.max(first, wait));
    this.#deps.log.warn('too-many', { aeTitle, seconds: Math.round(delay / SECOND), message });
    this.#after(delay, release);
  }

  /** The file stays the next one, unless it fails again: it may be the file at which the connection breaks. */
  #pause(name: string, message: string): void {
    if (this.#isPaused || this.#outages === 0) this.#queues.addFirst(name);
    else this.#queues.addLast(name);
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.#outages += 1;
    const { log } = this.#deps;
    log.warn('outage', { attempt: this.#outages, waiting: this.#waiting.size, message });
    this.#after(findDelay(this.#backoff, this.#outages), () => {
      this.#isPaused = false;
    });
  }
}
