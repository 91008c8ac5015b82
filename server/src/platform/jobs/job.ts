import type { ZodType } from 'zod';
import type { Db } from '../db/tables.ts';

/** A job as its handler receives it. */
export interface Job<Payload = unknown> {
  readonly id: string;
  readonly kind: string;
  /** The id of the row that the job is about. */
  readonly subject: string;
  readonly payload: Payload;
  /** Whether it waits for all other work. */
  readonly isBackground?: boolean;
  /** Of `maxAttempts`, from 1. */
  readonly attempt: number;
  /** The message of the attempt that failed last. */
  readonly lastError?: string | undefined;
}

/** Writes the result of a job in the transaction that removes the job. It may run for a second time after a rollback. */
export interface Effects {
  (tx: Db): Promise<void>;
  /** Removes what the rows would have named. Called where it is certain that they were not committed. */
  readonly discard?: () => Promise<void>;
}

export interface JobHandler<Payload> {
  /** Payloads are written by older versions of the program too; one that does not match fails permanently. */
  readonly payload: ZodType<Payload>;
  /** Jobs that this process runs at a time. */
  readonly concurrency: number;
  /** Whether its jobs have senders, which take turns. */
  readonly isShared?: boolean;
  /** Attempts, those included that ended the process. Default: 5. */
  readonly maxAttempts?: number;
  /** Milliseconds before the second attempt, doubled for each further one up to `max`. */
  readonly backoff?: { readonly first: number; readonly max: number };
  /**
   * Does the work outside a transaction and returns what to write. `signal` is aborted when the process shuts down or the
   * lease is lost; the work may be done twice then, its effects never.
   */
  run(job: Job<Payload>, signal: AbortSignal): Promise<Effects | undefined>;
  /** Records a permanent failure, in the transaction that marks it. The payload may be of any version. */
  onFailed?(tx: Db, job: Job, reason: string): Promise<void>;
}

/** Thrown by a handler where another attempt would fail the same way. */
export class PermanentFailure extends Error {}

/** Thrown by a handler that does not start now, such as where its client is busy: the attempt does not count. */
export class PostponedError extends Error {
  /** Milliseconds. */
  readonly delay: number;

  constructor(message: string, delay: number) {
    super(message);
    this.delay = delay;
  }
}

/** Another worker has claimed the job, or it was released. */
export class LeaseLostError extends Error {
  constructor() {
    super('the lease of the job was lost');
  }
}

/** The handler was interrupted by the shutdown; the job is given back. */
export class ShutdownError extends Error {
  constructor() {
    super('the process shuts down');
  }
}
