import { databaseClock } from '../db/database-clock.ts';
import { readContext } from '../db/database-context.ts';
import type { Db } from '../db/tables.ts';
import type { TableVersions } from '../db/versions.ts';
import { newId } from '../ids.ts';
import { DAY } from '../time.ts';
import type { JobHandler } from './job.ts';
import type { JobLog } from './job-run.ts';
import * as repo from './jobs.repo.ts';
import { jobWorker } from './worker.ts';

/** Work to be done after the commit of a transaction. */
export interface JobRequest {
  readonly kind: string;
  /** The id of the row that the job is about. Of one kind and subject there is one job. */
  readonly subject: string;
  /** Ids and settings, no personal data. */
  readonly payload?: object;
  /** ISO text in UTC. Default: now. */
  readonly runAt?: string;
  /** Runs after every other job of its kind that is due. */
  readonly isBackground?: boolean;
  /**
   * The sender of the work. Senders take turns: the n-th waiting job of one runs after the n-1 first of each other, and
   * one job of a sender and kind runs at a time.
   */
  readonly sender?: string;
}

interface Deps {
  db: Db;
  versions: Pick<TableVersions, 'onExternalWrite'>;
  log: JobLog;
  /** Replaces the clock of the database in tests. */
  now?: (() => number) | undefined;
  /** Whether no more jobs are to be claimed. */
  isPaused?: () => boolean;
  random?: () => number;
  timing?: Partial<typeof TIMING>;
}

/** Milliseconds. A lease outlives two missed heartbeats. */
const TIMING = { lease: 30_000, heartbeat: 10_000, pollInterval: 5_000, grace: 5_000 };

/** Milliseconds for which jobs that failed permanently are kept. */
const RETENTION = 30 * DAY;

export type { JobCount } from './jobs.repo.ts';
export type JobQueue = ReturnType<typeof jobQueue>;

/**
 * A durable queue in the database: a job exists exactly if the transaction that requested it was committed, and its
 * effects are committed once. Any number of processes share the jobs. See docs/decisions/jobs.md.
 */
export function jobQueue({ db, versions, log, now, ...options }: Deps) {
  const { isPaused = () => false, random = Math.random, timing } = options;
  const clock = databaseClock(db, now);
  const handlers = new Map<string, JobHandler<unknown>>();
  const context = { db, clock, log, random, ...TIMING, ...timing };
  const worker = jobWorker({ ...context, handlers, isPaused });
  let unsubscribe = () => {};

  return {
    /** Registers the handler of a kind of jobs. Must be called before `start`. */
    handle<Payload>(kind: string, handler: JobHandler<Payload>): void {
      if (handlers.has(kind)) throw new Error(`jobs of the kind ${kind} have a handler already`);
      handlers.set(kind, handler);
    },

    /**
     * Adds a job in the caller's transaction. If the same job waits, that one is brought forward; if it is running, it runs
     * once more afterwards; if it failed permanently, it starts again. The latest payload counts.
     */
    async enqueue(tx: Db, request: JobRequest): Promise<void> {
      const { kind, subject, payload = {}, runAt, isBackground = false, sender = '' } = request;
      await repo.upsert(tx, clock, {
        id: newId(),
        kind,
        subject,
        runAt,
        sender,
        payload: JSON.stringify(payload),
        priority: isBackground ? repo.BACKGROUND : repo.NORMAL,
      });
      readContext(tx).afterCommit(worker.wake);
    },

    /** Searches for due jobs now. */
    wake: worker.wake,

    start(): void {
      unsubscribe = versions.onExternalWrite('jobs', worker.wake);
      worker.start();
    },

    /** Stops within the time of grace; see worker.ts. */
    async stop(): Promise<void> {
      unsubscribe();
      await worker.stop();
    },

    /** How many jobs there are, by kind; also of kinds without jobs. */
    async count(): Promise<repo.JobCount[]> {
      const counts = await repo.countByKind(db, clock);
      const none = { waiting: 0, running: 0, failed: 0, oldest: 0 };
      const missing = [...handlers.keys()].filter((kind) => !counts.some((of) => of.kind === kind));
      return [...counts, ...missing.map((kind) => ({ kind, ...none }))];
    },

    /** Forgets jobs that failed long ago. Returns how many. */
    sweep: () => repo.removeFailed(db, clock, RETENTION),
  };
}
