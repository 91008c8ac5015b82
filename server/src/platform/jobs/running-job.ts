import type { DatabaseClock } from '../db/database-clock.ts';
import type { Db, JobRow } from '../db/tables.ts';
import { isDiskFull } from '../errors.ts';
import {
  type Job,
  type JobHandler,
  LeaseLostError,
  PermanentFailure,
  PostponedError,
  ShutdownError,
} from './job.ts';
import * as repo from './jobs.repo.ts';

export interface JobLog {
  info(about: object, message: string): void;
  warn(about: object, message: string): void;
  error(about: object, message: string): void;
}

export interface RunContext {
  readonly db: Db;
  readonly clock: DatabaseClock;
  readonly log: JobLog;
  /** Milliseconds until a job whose worker is silent may be claimed by another one. */
  readonly lease: number;
  /** Milliseconds between two extensions of a lease. */
  readonly heartbeat: number;
  /** From 0 to 1. */
  readonly random: () => number;
}

export interface RunningJob {
  /** Resolves when the job has ended, however it ended. Never rejects. */
  readonly finished: Promise<void>;
  /** Asks the handler to stop. */
  interrupt(): void;
  /** Gives the job back while its handler still works; what the handler does is not committed. */
  release(): Promise<void>;
}

const MAX_ATTEMPTS = 5;
const BACKOFF = { first: 10_000, max: 60 * 60_000 };

/** Characters of a stored error. */
const MAX_ERROR_LENGTH = 500;

/** Runs the handler of a claimed job, extends its lease until it ends, and records the outcome. */
export function runJob(
  context: RunContext,
  handler: JobHandler<unknown>,
  row: JobRow & { lease_token: string },
): RunningJob {
  const { db, clock, log, lease: duration } = context;
  const { maxAttempts = MAX_ATTEMPTS } = handler;
  const lease = { id: row.id, token: row.lease_token };
  const about = { kind: row.kind, subject: row.subject, attempt: row.attempts };
  const controller = new AbortController();
  let state: 'working' | 'committing' | 'lost' | 'ended' = 'working';
  let renewedAt = performance.now();

  function lose(): void {
    // Of a job that is being committed the transaction finds out by itself.
    if (state !== 'working') return;
    state = 'lost';
    controller.abort(new LeaseLostError());
  }

  async function renew(): Promise<void> {
    const at = performance.now();
    try {
      if (await repo.extend(db, clock, { lease, milliseconds: duration })) renewedAt = at;
      else lose();
    } catch {
      // While the database is down the lease is valid until it ends.
      if (performance.now() - renewedAt > duration) lose();
    }
  }

  async function perform(): Promise<void> {
    if (row.attempts > maxAttempts)
      throw new PermanentFailure(row.last_error ?? 'the process ended in every attempt');
    const effects = await handler.run(parseJob(row, handler), controller.signal);
    if (state === 'lost') throw new LeaseLostError();
    state = 'committing';
    const commit = db.transaction().execute(async (tx) => {
      // Locks are taken in the order of requests: the rows of the feature, then the job.
      await effects?.(tx);
      if (!(await repo.complete(tx, lease))) throw new LeaseLostError();
    });
    await commit.catch(async (error: unknown) => {
      // After the loss of a connection the transaction may have been committed nevertheless.
      if (isDiskFull(error) || error instanceof LeaseLostError) await effects?.discard?.();
      throw error;
    });
  }

  async function failForGood(error: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      if (await repo.restart(tx, lease)) return;
      await handler.onFailed?.(tx, toJob(row, readPayload(row)), error);
      if (!(await repo.fail(tx, clock, { lease, error }))) throw new LeaseLostError();
    });
  }

  async function recordFailure(err: unknown): Promise<void> {
    if (err instanceof PostponedError) return repo.release(db, clock, lease, err.delay);
    const error = describeError(err);
    const isPermanent = err instanceof PermanentFailure;
    if (controller.signal.aborted && !isPermanent) return repo.release(db, clock, lease);
    if (isPermanent || row.attempts >= maxAttempts) {
      // A handler that gives up, for example because a file is damaged, is no fault of the server.
      const isExpected = isPermanent && row.attempts <= maxAttempts;
      log[isExpected ? 'warn' : 'error']({ err, ...about }, 'a job failed for good');
      return failForGood(error).catch(async (cause: unknown) => {
        log.error({ err: cause, ...about }, 'the failure of a job could not be recorded');
        const { max } = handler.backoff ?? BACKOFF;
        await repo.retry(db, clock, { lease, delay: max, error });
      });
    }
    log.warn({ err, ...about }, 'a job failed and is tried again');
    const delay = backoffDelay(row.attempts, handler.backoff ?? BACKOFF, context.random);
    await repo.retry(db, clock, { lease, delay, error });
  }

  async function settle(err: unknown): Promise<void> {
    if (state === 'lost' || err instanceof LeaseLostError)
      return log.warn(about, 'a job was claimed by another worker');
    await recordFailure(err).catch((cause: unknown) =>
      // Its lease ends, and a worker claims it again.
      log.error({ err: cause, ...about }, 'the end of a job could not be recorded'),
    );
  }

  const timer = setInterval(() => void renew(), context.heartbeat).unref();
  const finished = perform()
    .catch(settle)
    .finally(() => {
      state = 'ended';
      clearInterval(timer);
    });

  return {
    finished,
    interrupt: () => controller.abort(new ShutdownError()),
    async release() {
      if (state !== 'working') return;
      lose();
      await repo.release(db, clock, lease);
    },
  };
}

const toJob = (row: JobRow, payload: unknown): Job => {
  const { id, kind, subject, attempts, last_error } = row;
  const isBackground = row.priority === repo.BACKGROUND;
  const lastError = last_error ?? undefined;
  return { id, kind, subject, payload, isBackground, attempt: attempts, lastError };
};

const readPayload = (row: JobRow): unknown => JSON.parse(row.payload);

function parseJob(row: JobRow, { payload }: JobHandler<unknown>): Job {
  const parsed = payload.safeParse(readPayload(row));
  // Without the reasons: a payload is in no log.
  if (!parsed.success) throw new PermanentFailure('the payload is not one of this version');
  return toJob(row, parsed.data);
}

function describeError(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.slice(0, MAX_ERROR_LENGTH);
}

/**
 * Milliseconds until the next attempt: doubled each time, less up to a half, so that failed jobs do not all return
 * together.
 */
function backoffDelay(
  attempts: number,
  { first, max }: { first: number; max: number },
  random: () => number,
): number {
  const delay = Math.min(max, first * 2 ** (attempts - 1));
  return Math.round(delay * (1 - random() / 2));
}
