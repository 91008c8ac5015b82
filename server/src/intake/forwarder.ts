import { MAX_ENCODED_META, readSourceAeTitle } from '../platform/media/dicom-meta.ts';
import { describeError, type IntakeLog } from './intake-log.ts';
import { classifyAnswer, type Outcome } from './outcome.ts';
import type { ServerClient } from './server-client.ts';
import type { Spool } from './spool.ts';

/** Files that are sent at once. */
const CONCURRENCY = 4;

/** Milliseconds before the second attempt, and max milliseconds between two. */
export interface Backoff {
  readonly first: number;
  readonly max: number;
}

export const DEFAULT_BACKOFF: Backoff = { first: 1_000, max: 300_000 };

/** What the forwarder reports. */
export interface ForwardState {
  readonly waiting: number;
  readonly forwarded: number;
  readonly rejected: number;
  /** Why nothing can be sent, or why a file was refused; '' after the next file that is stored. */
  readonly lastError: string;
}

export type Forwarder = Awaited<ReturnType<typeof openForwarder>>;

interface Deps {
  readonly spool: Spool;
  readonly client: Pick<ServerClient, 'store'>;
  readonly log: IntakeLog;
  readonly backoff?: Backoff;
  readonly onError?: (aeTitle: string, message: string) => void;
  /** After every file that is done with. */
  readonly onDone?: (() => void) | undefined;
}

/**
 * Sends the files of the spool, oldest first, until the server has stored or refused them. An outage pauses all of them;
 * the next attempt is with one file. A file that fails alone waits alone. Files of an earlier process are read before the
 * first file can be added, so that none is sent twice.
 */
export async function openForwarder({
  spool,
  client,
  log,
  backoff = DEFAULT_BACKOFF,
  ...hooks
}: Deps) {
  /** Files that can be sent now, oldest first. */
  const ready = await spool.list();
  /** Files that the server has neither stored nor refused. */
  const waiting = new Set(ready);
  /** Failed attempts of files that failed alone. */
  const attempts = new Map<string, number>();
  const timers = new Set<NodeJS.Timeout>();
  let rejected = await spool.countRejected();
  let [active, outages, forwarded] = [0, 0, 0];
  let lastError = '';
  let isPaused = false;
  let isClosed = false;

  function after(attempt: number, work: () => void): void {
    if (isClosed) return;
    const delay = Math.min(backoff.max, backoff.first * 2 ** Math.min(attempt - 1, 30));
    // Several intakes do not come back to a restarted server at the same moment.
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        work();
      },
      delay * (0.8 + 0.4 * Math.random()),
    );
    timers.add(timer);
  }

  function fill(): void {
    const limit = outages > 0 ? 1 : CONCURRENCY;
    while (!isPaused && !isClosed && active < limit) {
      const name = ready.shift();
      if (name === undefined) return;
      active += 1;
      void forward(name)
        .catch((error) => {
          lastError = `the spool fails: ${describeError(error)}`;
          delayOne(name, lastError);
        })
        .finally(() => {
          active -= 1;
          hooks.onDone?.();
          fill();
        });
    }
  }

  async function forward(name: string): Promise<void> {
    const { outcome, message, aeTitle } = await send(name);
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
    else pause(name, message);
  }

  function forget(name: string): void {
    waiting.delete(name);
    attempts.delete(name);
  }

  function delayOne(name: string, message: string): void {
    const attempt = (attempts.get(name) ?? 0) + 1;
    attempts.set(name, attempt);
    log.warn('retry', { file: name, attempt, message });
    after(attempt, () => {
      ready.push(name);
      fill();
    });
  }

  /** The file stays the next one, unless it fails again: it may be the file at which the connection breaks. */
  function pause(name: string, message: string): void {
    if (isPaused || outages === 0) ready.unshift(name);
    else ready.push(name);
    if (isPaused) return;
    isPaused = true;
    outages += 1;
    log.warn('outage', { attempt: outages, waiting: waiting.size, message });
    after(outages, () => {
      isPaused = false;
      fill();
    });
  }

  /** Throws where the file cannot be read: that delays this file only. */
  async function send(
    name: string,
  ): Promise<{ outcome: Outcome; message: string; aeTitle: string }> {
    const size = await spool.size(name);
    if (size === undefined) return { outcome: 'stored', message: '', aeTitle: '' };
    const aeTitle = readSourceAeTitle(await spool.head(name, MAX_ENCODED_META));
    let readError: Error | undefined;
    const read = () =>
      spool.read(name).once('error', (error) => {
        readError = error;
      });
    try {
      const answer = await client.store({ size, read, callingAeTitle: aeTitle });
      const outcome = classifyAnswer(answer);
      return { outcome, message: `the server answers ${answer.status}`, aeTitle };
    } catch (error) {
      if (readError) throw readError;
      const message = `no connection to the server: ${describeError(error)}`;
      return { outcome: 'outage', message, aeTitle };
    }
  }

  return {
    /** Sends what an earlier process left. */
    start: fill,

    add(name: string): void {
      waiting.add(name);
      ready.push(name);
      fill();
    },

    state: (): ForwardState => ({
      waiting: waiting.size,
      ...{ forwarded, rejected, lastError },
    }),

    close(): void {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
