import { fairQueue } from '../../queues/fair-queue.ts';
import { DecoderFailure } from '../decoder-errors.ts';
import type { JobInput, JobKind, JobResult, Jobs } from '../jobs.ts';
import {
  IDLE_TIMEOUT,
  JOB_TIMEOUT,
  JOBS_PER_PROCESS,
  MAX_MEMORY_AT_REST,
  MAX_WAITING,
  MAX_WAITING_PER_PERSON,
  PROCESSES,
} from '../limits.ts';
import { CHILD_ENTRY } from './decoder-process.ts';
import { Decoders } from './decoders.ts';
import { type PerformOptions, performJob } from './perform-job.ts';

export interface PoolOptions {
  /** The folder of the jobs' files; processes cannot open files elsewhere. */
  readonly folder: string;
  readonly processes?: number;
  readonly jobsPerProcess?: number;
  /** Bytes above which a process is replaced after a job. */
  readonly maxMemoryAtRest?: number;
  /** Milliseconds. */
  readonly idleTimeout?: number;
  readonly jobTimeout?: number;
  readonly maxWaiting?: number;
  readonly maxWaitingPerPerson?: number;
  /** Whether processes run at a low priority. */
  readonly isBackground?: boolean;
  /** The program of a child; replaced in tests. */
  readonly entry?: string;
}

export interface RunOptions extends Omit<PerformOptions, 'timeout'> {
  /** The key of the client; the queue is fair between clients. */
  readonly client: string;
  /** Milliseconds; the pool's own where it is absent. */
  readonly timeout?: number;
  /** Called before a process gets the job; a rejection ends the job. */
  readonly beforeStart?: () => Promise<void>;
}

export type DecoderPool = ReturnType<typeof decoderPool>;

/**
 * Processes that decode pictures, so that a hostile file costs one of them at most. They start when there is
 * work, serve `jobsPerProcess` jobs, and end when idle. One client never occupies all of them.
 */
export function decoderPool({
  folder,
  processes = PROCESSES,
  jobsPerProcess = JOBS_PER_PROCESS,
  maxMemoryAtRest = MAX_MEMORY_AT_REST,
  idleTimeout = IDLE_TIMEOUT,
  jobTimeout = JOB_TIMEOUT,
  maxWaiting = MAX_WAITING,
  maxWaitingPerPerson = MAX_WAITING_PER_PERSON,
  isBackground = false,
  entry = CHILD_ENTRY,
}: PoolOptions) {
  const queue = fairQueue({
    concurrency: processes,
    concurrencyPerClient: Math.max(1, processes - 1),
    maxWaitingPerClient: maxWaitingPerPerson,
    maxWaiting,
  });
  const decoders = new Decoders({
    folder,
    processes,
    jobsPerProcess,
    maxMemoryAtRest,
    idleTimeout,
    isBackground,
    entry,
  });

  function assertOpen(): void {
    if (decoders.isClosed) throw new DecoderFailure('closed');
  }

  return {
    /** Numbers of processes, running jobs and waiting jobs. */
    stats: () => ({ processes: decoders.size, running: queue.running(), waiting: queue.waiting() }),

    /** Process ids, for tests. */
    pids: () => decoders.pids,

    /**
     * Queues and runs a job. Rejects with RejectedFile or MissingFile, with DecoderFailure if the process died, and with
     * QueueFullError if too many jobs wait. After it settles nothing reads the bytes of `input`.
     */
    run<Kind extends JobKind>(
      kind: Kind,
      params: Jobs[Kind]['params'],
      input: JobInput,
      { client, beforeStart, ...options }: RunOptions,
    ): Promise<JobResult<Kind>> {
      const { signal } = options;
      const task = async () => {
        assertOpen();
        await beforeStart?.();
        // The pool may have been closed since; then no process may start.
        assertOpen();
        const timeout = options.timeout ?? jobTimeout;
        return performJob(decoders, { kind, params, input }, { ...options, timeout });
      };
      return queue.run(client, task, signal).catch((error: unknown) => {
        throw signal?.aborted && error === signal.reason ? new DecoderFailure('aborted') : error;
      });
    },

    /** Ends every process; running jobs reject. */
    close: (): Promise<void> => decoders.close(),
  };
}
