import { describeError, type IntakeLog } from '../intake-log.ts';
import type { StudyActivity } from '../study-activity.ts';
import { fileQueues } from './file-queues.ts';
import { type Attempt, type SendDeps, sendFile } from './outcome.ts';

/**
 * Max milliseconds for which the files of a machine wait that has sent too many. The server may say a day, but counts in its
 * memory: after its restart they can be sent immediately.
 */
const MAX_POSTPONEMENT = 60 * 60_000;

/** Milliseconds before the second attempt, and max milliseconds between two. */
export interface Backoff {
  readonly first: number;
  readonly max: number;
}

export const DEFAULT_BACKOFF: Backoff = { first: 1_000, max: 300_000 };

/** Progress of the forwarder. */
export interface ForwardState {
  readonly waiting: number;
  readonly forwarded: number;
  readonly rejected: number;
  /** Why nothing can be sent, or why a file was refused; '' after the next file that is stored. */
  readonly lastError: string;
}

export type Forwarder = Awaited<ReturnType<typeof openForwarder>>;

interface Deps extends SendDeps {
  readonly studies: Pick<StudyActivity, 'find' | 'remove'>;
  readonly log: IntakeLog;
  readonly backoff?: Backoff;
  readonly onError?: (aeTitle: string, message: string) => void;
  /** After every file that is done with. */
  readonly onDone?: (() => void) | undefined;
}

/**
 * Sends the files of the spool, each machine's in its order, until the server has stored or refused them. An outage pauses all
 * of them; the next attempt is with one file. A file that fails alone waits alone, and so does a machine above its limit. Files of an earlier process are read before the
 * first file can be added, so that none is sent twice.
 */
export async function openForwarder({
  spool,
  client,
  studies,
  log,
  backoff = DEFAULT_BACKOFF,
  ...hooks
}: Deps) {
  const stored = await spool.list();
  const queues = fileQueues(stored);
  /** Files that the server has neither stored nor refused. */
  const waiting = new Set(stored);
  /** Failed attempts of files that failed alone. */
  const attempts = new Map<string, number>();
  const timers = new Set<NodeJS.Timeout>();
  let rejected = await spool.countRejected();
  let outages = 0;
  let forwarded = 0;
  let lastError = '';
  let isPaused = false;
  let isClosed = false;

  const findDelay = (attempt: number) =>
    Math.min(backoff.max, backoff.first * 2 ** Math.min(attempt - 1, 30));

  function after(delay: number, work: () => void): void {
    if (isClosed) return;
    // Several intakes do not come back to a restarted server at the same moment.
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        work();
        fill();
      },
      delay * (0.8 + 0.4 * Math.random()),
    );
    timers.add(timer);
  }

  function fill(): void {
    while (!isPaused && !isClosed) {
      const name = queues.start(outages > 0 ? 1 : undefined);
      if (name === undefined) return;
      void forward(name)
        .catch((error) => {
          lastError = `the spool fails: ${describeError(error)}`;
          delayOne(name, lastError);
        })
        .finally(() => {
          queues.end(name);
          hooks.onDone?.();
          fill();
        });
    }
  }

  async function forward(name: string): Promise<void> {
    const attempt = await sendFile({ spool, client, studies }, name);
    const { outcome, message, aeTitle } = attempt;
    if (outcome !== 'outage') outages = 0;
    if (outcome === 'stored') {
      await spool.remove(name);
      lastError = '';
      forwarded += 1;
      forget(name);
      return;
    }
    lastError = message;
    hooks.onError?.(aeTitle, message);
    if (outcome === 'rejected') {
      await spool.reject(name);
      log.error('rejected', { file: name, aeTitle, message });
      rejected += 1;
      forget(name);
    } else if (outcome === 'retry') delayOne(name, message);
    else if (outcome === 'too-many') postpone(name, attempt);
    else pause(name, message);
  }

  function forget(name: string): void {
    waiting.delete(name);
    attempts.delete(name);
    studies.remove(name);
  }

  function delayOne(name: string, message: string): void {
    const attempt = (attempts.get(name) ?? 0) + 1;
    attempts.set(name, attempt);
    log.warn('retry', { file: name, attempt, message });
    after(findDelay(attempt), () => queues.addLast(name));
  }

  /** The server takes no more of this machine for a while: its files wait, those of others do not. */
  function postpone(name: string, { message, aeTitle, retryAfter }: Attempt): void {
    queues.addFirst(name);
    const release = queues.postpone(name);
    if (!release) return;
    const wait = retryAfter === undefined ? backoff.max : retryAfter * 1_000;
    const delay = Math.min(MAX_POSTPONEMENT, Math.max(backoff.first, wait));
    log.warn('too-many', { aeTitle, seconds: Math.round(delay / 1_000), message });
    after(delay, release);
  }

  /** The file stays the next one, unless it fails again: it may be the file at which the connection breaks. */
  function pause(name: string, message: string): void {
    if (isPaused || outages === 0) queues.addFirst(name);
    else queues.addLast(name);
    if (isPaused) return;
    isPaused = true;
    outages += 1;
    log.warn('outage', { attempt: outages, waiting: waiting.size, message });
    after(findDelay(outages), () => {
      isPaused = false;
    });
  }

  return {
    /** Sends what an earlier process left. */
    start: fill,

    add(name: string): void {
      waiting.add(name);
      queues.addLast(name);
      fill();
    },

    state: (): ForwardState => ({
      waiting: waiting.size,
      forwarded,
      rejected,
      lastError,
    }),

    close(): void {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
