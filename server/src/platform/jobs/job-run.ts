import type { DatabaseClock } from '../db/database-clock.ts';
import type { Db, JobRow } from '../db/tables.ts';
import type { Job, JobHandler } from './job.ts';
import { BACKGROUND } from './jobs.repo.ts';
import type { Lease } from './leases.repo.ts';

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

export interface JobRun {
  readonly context: RunContext;
  readonly handler: JobHandler<unknown>;
  readonly row: JobRow;
  readonly lease: Lease;
  readonly maxAttempts: number;
  /** Aborted when the handler is to stop. */
  readonly signal: AbortSignal;
}

/** A job in the log, without its payload. */
export const describeRun = ({ row }: JobRun) => ({
  kind: row.kind,
  subject: row.subject,
  attempt: row.attempts,
});

export function toJob(row: JobRow, payload: unknown): Job {
  const { id, kind, subject, attempts, last_error } = row;
  const isBackground = row.priority === BACKGROUND;
  const lastError = last_error ?? undefined;
  return { id, kind, subject, payload, isBackground, attempt: attempts, lastError };
}

export const readPayload = (row: JobRow): unknown => JSON.parse(row.payload);
