import { fairQueue } from '../fair-queue.ts';
import {
  CHILD_ENTRY,
  DecoderFailure,
  type DecoderProcess,
  type OutputHandler,
  startDecoder,
} from './decoder-process.ts';
import type { JobInput, JobKind, JobResult, Jobs } from './jobs.ts';
import {
  IDLE_TIMEOUT,
  JOB_TIMEOUT,
  JOBS_PER_PROCESS,
  MAX_MEMORY_AT_REST,
  MAX_OUTPUT,
  MAX_WAITING,
  MAX_WAITING_PER_PERSON,
  PROCESSES,
} from './limits.ts';

/** The file is at fault: it exceeds a limit, or the decoder cannot read it. */
export class RejectedFile extends Error {
  readonly isTooLarge: boolean;

  constructor(reason: string, isTooLarge = false) {
    super(reason);
    this.isTooLarge = isTooLarge;
  }
}

/** The file was removed before the decoder opened it. */
export class MissingFile extends Error {}

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

export interface RunOptions {
  /** The key of the client; the queue is fair between clients. */
  readonly client: string;
  /** Aborted when no client waits any more; a running job is then killed with its process. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds; the pool's own where it is absent. */
  readonly timeout?: number;
  /** Bytes of all outputs. */
  readonly maxOutput?: number;
  /** Receives named outputs in their order while the job runs; a rejection ends the job. */
  readonly onOutput?: OutputHandler;
  /** Whether it gets a process that serves no other file, behind all others of the machine. */
  readonly isFresh?: boolean;
  /** Called before a process gets the job; a rejection ends the job. */
  readonly beforeStart?: () => Promise<void>;
}

type PerformOptions = Omit<RunOptions, 'client' | 'beforeStart'>;

interface Task<Kind extends JobKind> {
  readonly kind: Kind;
  readonly params: Jobs[Kind]['params'];
  readonly input: JobInput;
}

const isLimit = (error: unknown): boolean =>
  error instanceof DecoderFailure && (error.reason === 'memory' || error.reason === 'timeout');

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
  const all = new Set<DecoderProcess>();
  /** The one used last is used next, so that the others become idle. */
  const idle: { decoder: DecoderProcess; timer: NodeJS.Timeout }[] = [];
  let isClosed = false;

  function assertOpen(): void {
    if (isClosed) throw new DecoderFailure('closed');
  }

  function acquire(): DecoderProcess {
    for (let last = idle.pop(); last; last = idle.pop()) {
      clearTimeout(last.timer);
      if (last.decoder.isUsable()) return last.decoder;
      all.delete(last.decoder);
    }
    return startFresh();
  }

  /** Takes the place of the process that is idle for longest, where there are as many as there may be. */
  function startFresh(isLast = false): DecoderProcess {
    const oldest = all.size < processes ? undefined : idle.shift();
    clearTimeout(oldest?.timer);
    if (oldest) void dispose(oldest.decoder);
    const decoder = startDecoder({ entry, folder, isBackground, isLast });
    all.add(decoder);
    return decoder;
  }

  async function dispose(decoder: DecoderProcess): Promise<void> {
    await decoder.stop();
    all.delete(decoder);
  }

  function release(decoder: DecoderProcess): void {
    const isSpent = decoder.jobs() >= jobsPerProcess || decoder.residentBytes() > maxMemoryAtRest;
    if (isClosed || !decoder.isUsable() || decoder.isLast || isSpent) {
      void dispose(decoder);
      return;
    }
    const timer = setTimeout(() => {
      idle.splice(idle.indexOf(entry), 1);
      void dispose(decoder);
    }, idleTimeout).unref();
    const entry = { decoder, timer };
    idle.push(entry);
  }

  /**
   * Memory and time of a process that has served others prove nothing about the file: their heaps are still there. A
   * fresh one judges it, unless outputs have left already.
   */
  async function perform<Kind extends JobKind>(
    kind: Kind,
    params: Jobs[Kind]['params'],
    input: JobInput,
    options: PerformOptions,
  ): Promise<JobResult<Kind>> {
    const decoder = options.isFresh ? startFresh(true) : acquire();
    const canRepeat = decoder.jobs() > 0 && !options.onOutput;
    try {
      return await performIn(decoder, { kind, params, input }, options);
    } catch (error) {
      if (!canRepeat || !isLimit(error) || isClosed) throw error;
      return performIn(startFresh(), { kind, params, input }, options);
    }
  }

  async function performIn<Kind extends JobKind>(
    decoder: DecoderProcess,
    { kind, params, input }: Task<Kind>,
    options: PerformOptions,
  ): Promise<JobResult<Kind>> {
    const { signal, timeout = jobTimeout, maxOutput = MAX_OUTPUT, onOutput } = options;
    const isFile = 'path' in input;
    const path = isFile ? input.path : undefined;
    try {
      const { response, payload } = await decoder.perform({
        request: { kind, params, path, maxOutput, timeout },
        payload: isFile ? undefined : input,
        timeout,
        signal,
        onOutput,
      });
      if (response.type === 'rejected')
        throw new RejectedFile(response.reason, response.isTooLarge);
      if (response.type === 'missing') throw new MissingFile('there is no such file');
      if (response.type !== 'done') throw new DecoderFailure('crash', 'an unexpected answer');
      return {
        value: response.value as Jobs[Kind]['value'],
        outputs: split(payload, response.lengths),
      };
    } finally {
      release(decoder);
    }
  }

  return {
    /** Numbers of processes, running jobs and waiting jobs. */
    stats: () => ({ processes: all.size, running: queue.running(), waiting: queue.waiting() }),

    /** Process ids, for tests. */
    pids: () => [...all].flatMap(({ pid }) => pid ?? []),

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
        return perform(kind, params, input, options);
      };
      return queue.run(client, task, signal).catch((error: unknown) => {
        throw signal?.aborted && error === signal.reason ? new DecoderFailure('aborted') : error;
      });
    },

    /** Ends every process; running jobs reject. */
    async close(): Promise<void> {
      isClosed = true;
      for (const { timer } of idle.splice(0)) clearTimeout(timer);
      await Promise.all([...all].map(dispose));
    },
  };
}

/** The outputs of a job as views of the payload. */
function split(payload: Buffer, lengths: readonly number[]): Buffer[] {
  let at = 0;
  return lengths.map((length) => {
    at += length;
    return payload.subarray(at - length, at);
  });
}
