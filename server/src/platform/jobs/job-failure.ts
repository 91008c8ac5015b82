import { HOUR, SECOND } from '../time.ts';
import { LeaseLostError, PermanentFailure, PostponedError } from './job.ts';
import { describeRun, type JobRun, readPayload, toJob } from './job-run.ts';
import * as repo from './leases.repo.ts';

const BACKOFF = { first: 10 * SECOND, max: HOUR };

/** Characters of a stored error. */
const MAX_ERROR_LENGTH = 500;

/** Gives a job back for another attempt, or records that it has failed. */
export async function recordFailure(run: JobRun, err: unknown): Promise<void> {
  const { handler, row, lease, maxAttempts, signal } = run;
  const { db, clock, log, random } = run.context;
  if (err instanceof PostponedError) return repo.release(db, clock, lease, err.delay);
  const error = describeError(err);
  const about = describeRun(run);
  const isPermanent = err instanceof PermanentFailure;
  if (signal.aborted && !isPermanent) return repo.release(db, clock, lease);
  if (isPermanent || row.attempts >= maxAttempts) {
    // A handler that gives up, for example because a file is damaged, is no fault of the server.
    const isExpected = isPermanent && row.attempts <= maxAttempts;
    log[isExpected ? 'warn' : 'error']({ err, ...about }, 'a job failed for good');
    return failFinally(run, error).catch(async (cause: unknown) => {
      log.error({ err: cause, ...about }, 'the failure of a job could not be recorded');
      const { max } = handler.backoff ?? BACKOFF;
      await repo.retry(db, clock, { lease, delay: max, error });
    });
  }
  log.warn({ err, ...about }, 'a job failed and is tried again');
  const delay = backoffDelay(row.attempts, handler.backoff ?? BACKOFF, random);
  await repo.retry(db, clock, { lease, delay, error });
}

/** A job that was requested again meanwhile starts anew instead. */
async function failFinally({ context, handler, row, lease }: JobRun, error: string): Promise<void> {
  const { db, clock } = context;
  await db.transaction().execute(async (tx) => {
    if (await repo.restart(tx, lease)) return;
    await handler.onFailed?.(tx, toJob(row, readPayload(row)), error);
    if (!(await repo.fail(tx, clock, { lease, error }))) throw new LeaseLostError();
  });
}

function describeError(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.slice(0, MAX_ERROR_LENGTH);
}

/** Milliseconds until the next attempt: doubled each time, less up to a half, so that jobs do not return together. */
function backoffDelay(
  attempts: number,
  { first, max }: { first: number; max: number },
  random: () => number,
): number {
  const delay = Math.min(max, first * 2 ** (attempts - 1));
  return Math.round(delay * (1 - random() / 2));
}
