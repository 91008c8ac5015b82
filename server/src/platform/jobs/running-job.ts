import type { JobRow } from '../db/tables.ts';
import { isDiskFull } from '../errors.ts';
import {
  type Effects,
  type Job,
  type JobHandler,
  LeaseLostError,
  PermanentFailure,
  ShutdownError,
} from './job.ts';
import { recordFailure } from './job-failure.ts';
import { describeRun, type JobRun, type RunContext, readPayload, toJob } from './job-run.ts';
import * as repo from './leases.repo.ts';

export interface RunningJob {
  /** Resolves when the job has ended, however it ended. Never rejects. */
  readonly finished: Promise<void>;
  interrupt(): void;
  /** Gives the job back while its handler still works; what the handler does is not committed. */
  release(): Promise<void>;
}

const MAX_ATTEMPTS = 5;

/** Runs the handler of a claimed job, extends its lease until it ends, and records the outcome. */
export function runJob(
  context: RunContext,
  handler: JobHandler<unknown>,
  row: JobRow & { lease_token: string },
): RunningJob {
  const { db, clock, log, lease: duration } = context;
  const { maxAttempts = MAX_ATTEMPTS } = handler;
  const lease = { id: row.id, token: row.lease_token };
  const controller = new AbortController();
  const run: JobRun = { context, handler, row, lease, maxAttempts, signal: controller.signal };
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
    const effects = await callHandler(run);
    if (state === 'lost') throw new LeaseLostError();
    state = 'committing';
    await commit(run, effects);
  }

  async function settle(err: unknown): Promise<void> {
    if (state === 'lost' || err instanceof LeaseLostError)
      return log.warn(describeRun(run), 'a job was claimed by another worker');
    await recordFailure(run, err).catch((cause: unknown) =>
      // Its lease ends, and a worker claims it again.
      log.error({ err: cause, ...describeRun(run) }, 'the end of a job could not be recorded'),
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

async function callHandler({ handler, row, maxAttempts, signal }: JobRun) {
  if (row.attempts > maxAttempts)
    throw new PermanentFailure(row.last_error ?? 'the process ended in every attempt');
  return handler.run(parseJob(row, handler), signal);
}

async function commit({ context, lease }: JobRun, effects: Effects | undefined): Promise<void> {
  const committed = context.db.transaction().execute(async (tx) => {
    // Locks are taken in the order of requests: the rows of the feature, then the job.
    await effects?.(tx);
    if (!(await repo.complete(tx, lease))) throw new LeaseLostError();
  });
  await committed.catch(async (error: unknown) => {
    // After the loss of a connection the transaction may have been committed nevertheless.
    if (isDiskFull(error) || error instanceof LeaseLostError) await effects?.discard?.();
    throw error;
  });
}

function parseJob(row: JobRow, { payload }: JobHandler<unknown>): Job {
  const parsed = payload.safeParse(readPayload(row));
  // Without the reasons: a payload is in no log.
  if (!parsed.success) throw new PermanentFailure('the payload is not one of this version');
  return toJob(row, parsed.data);
}
