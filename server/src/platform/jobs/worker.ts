import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { JobRow } from '../db/tables.ts';
import type { JobHandler } from './job.ts';
import type { RunContext } from './job-run.ts';
import * as repo from './leases.repo.ts';
import { type RunningJob, runJob } from './running-job.ts';

interface Options extends RunContext {
  readonly handlers: ReadonlyMap<string, JobHandler<unknown>>;
  /** Milliseconds between two searches for due jobs. */
  readonly pollInterval: number;
  /** Milliseconds that interrupted handlers get at the shutdown. */
  readonly grace: number;
  /** Whether no more jobs are to be claimed. */
  readonly isPaused: () => boolean;
}

/** Claims due jobs of the kinds that have a handler, and runs them. */
export function jobWorker(options: Options) {
  const { db, clock, log, handlers, lease, isPaused } = options;
  const running = new Map<RunningJob, string>();
  let timer: NodeJS.Timeout | undefined;
  let claiming: Promise<void> | undefined;
  let isWokenAgain = false;

  /** Searches for due jobs; during a search, once more after it. */
  function wake(): void {
    if (!timer || isPaused()) return;
    isWokenAgain = claiming !== undefined;
    claiming ??= claimAll()
      .catch(reportFailure())
      .finally(() => {
        claiming = undefined;
        if (isWokenAgain) wake();
      });
  }

  async function claimAll(): Promise<void> {
    const due = await repo.findDueKinds(db, clock, [...handlers.keys()]);
    for (const [kind, handler] of handlers) {
      if (!timer || isPaused()) return;
      if (due.has(kind)) await claimKind(kind, handler).catch(reportFailure(kind));
    }
  }

  const reportFailure = (kind?: string) => (error: unknown) =>
    log.error({ err: error, kind }, 'no jobs could be claimed');

  async function claimKind(kind: string, handler: JobHandler<unknown>): Promise<void> {
    const busy = [...running.values()].filter((each) => each === kind).length;
    const limit = handler.concurrency - busy;
    if (limit <= 0) return;
    const token = randomUUID();
    // One claim does not see that it takes two jobs of one sender.
    const each = handler.isShared ? 1 : limit;
    for (let left = limit; left > 0; left -= each) {
      const rows = await repo.claim(db, clock, { kind, limit: each, token, lease });
      for (const row of rows) start(handler, { ...row, lease_token: token });
      if (rows.length < each) return;
    }
  }

  function start(handler: JobHandler<unknown>, row: JobRow & { lease_token: string }): void {
    const job = runJob(options, handler, row);
    running.set(job, row.kind);
    void job.finished.then(() => {
      running.delete(job);
      wake();
    });
  }

  return {
    wake,

    start(): void {
      timer ??= setInterval(wake, options.pollInterval).unref();
      wake();
    },

    /** Claims no more, interrupts the handlers, and gives back what does not end in time. */
    async stop(): Promise<void> {
      clearInterval(timer);
      timer = undefined;
      await claiming;
      for (const job of running.keys()) job.interrupt();
      const waiting = new AbortController();
      const ended = Promise.all([...running.keys()].map((job) => job.finished));
      const grace = pause(options.grace, undefined, { signal: waiting.signal }).catch(() => {});
      await Promise.race([ended, grace]);
      waiting.abort();
      for (const job of running.keys()) await job.release();
    },
  };
}
