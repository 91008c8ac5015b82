import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Frame, readFrames, writeFrame } from './frames.ts';
import type { JobKind, JobRequest, JobResponse } from './jobs.ts';
import { MAX_HEAP_MIB, START_TIMEOUT } from './limits.ts';

/** Why a process did not finish a job; the file is suspected unless the reason is `aborted` or `closed`. */
export type FailureReason = 'timeout' | 'memory' | 'crash' | 'output' | 'aborted' | 'closed';

/** A job that ended with its process. */
export class DecoderFailure extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason, detail = '') {
    super(`decoder: ${reason}${detail && `, ${detail}`}`);
    this.name = 'DecoderFailure';
    this.reason = reason;
  }
}

/** Characters of standard error that are kept for the log. */
const MAX_STDERR = 2_000;

/** The program and its packages. */
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

export const CHILD_ENTRY = fileURLToPath(new URL('./child/main.ts', import.meta.url));

interface Options {
  /** The program of the child; tests put others in its place. */
  readonly entry: string;
  /** The folder of the files it may open. */
  readonly folder: string;
}

export type DecoderProcess = ReturnType<typeof startDecoder>;

export interface DecoderRequest {
  readonly request: JobRequest<JobKind>;
  readonly payload: Uint8Array | undefined;
  /** Milliseconds from the moment the process is ready. */
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
}

interface Job {
  readonly settle: (outcome: { response: JobResponse; payload: Buffer } | Error) => void;
  readonly maxOutput: number;
}

/**
 * Starts a decoder process. Its environment is empty, so that no secret is in it. It inherits three pipes and
 * no other descriptor; Node's permission model leaves it no network, no writing and no programs. The kernel
 * takes it first where the machine runs out of memory.
 */
export function startDecoder({ entry, folder }: Options) {
  const child = spawn(process.execPath, [...flagsFor(entry, folder), entry], {
    cwd: dirname(entry),
    env: { UV_THREADPOOL_SIZE: '2' },
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  preferAsOomVictim(child);
  let job: Job | undefined;
  let jobs = 0;
  let stderr = '';
  let reason: FailureReason | undefined;
  let isEnded = false;
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => undefined);
  const closed = Promise.withResolvers<void>();

  function kill(why: FailureReason): void {
    reason ??= why;
    child.kill('SIGKILL');
  }

  readFrames(child.stdout, {
    maxPayload: () => job?.maxOutput ?? 0,
    onFrame: (frame) => receive(frame),
    onTooLarge: () => kill('output'),
  });

  function receive({ header, payload }: Frame): void {
    const response = header as JobResponse;
    if (response.type === 'ready') ready.resolve();
    else job?.settle({ response, payload });
  }

  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-MAX_STDERR);
  });
  // A process that ends while it is written to says so by its end.
  child.stdin.on('error', () => undefined);
  child.on('error', (error) => {
    stderr += error.message;
    end();
  });
  child.on('close', end);

  /** Every pipe is closed: no byte of the input is read any more. */
  function end(): void {
    if (isEnded) return;
    isEnded = true;
    const failure = new DecoderFailure(reason ?? parseReason(stderr), describeExit(child, stderr));
    ready.reject(failure);
    job?.settle(failure);
    closed.resolve();
  }

  function keepAlive(isBusy: boolean): void {
    // An idle process keeps neither the server nor a command running.
    const handles = [child, child.stdin, child.stdout, child.stderr] as unknown as Unrefable[];
    for (const handle of handles) {
      if (isBusy) handle.ref();
      else handle.unref();
    }
  }

  /** Resolves when the process is ready for a job; rejects when it does not start in time. */
  async function start(): Promise<void> {
    const timer = setTimeout(() => kill('timeout'), START_TIMEOUT);
    await ready.promise.finally(() => clearTimeout(timer));
  }

  /** Sends a job and waits for its answer. Where it rejects, the process and its pipes are gone. */
  async function perform({ request, payload, timeout, signal }: DecoderRequest) {
    jobs += 1;
    keepAlive(true);
    const onAbort = () => kill('aborted');
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
    let timer: NodeJS.Timeout | undefined;
    try {
      await start();
      timer = setTimeout(() => kill('timeout'), timeout);
      const answer = new Promise<{ response: JobResponse; payload: Buffer }>((resolve, reject) => {
        job = {
          maxOutput: request.maxOutput,
          settle: (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)),
        };
        if (isEnded) reject(new DecoderFailure(reason ?? 'crash'));
      });
      const written = writeFrame(child.stdin, request, payload ? [payload] : []);
      // The bytes belong to the caller again when this settles: the pipe must have let go of them.
      const [result] = await Promise.allSettled([answer, written]);
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      job = undefined;
      keepAlive(false);
    }
  }

  keepAlive(false);
  return {
    pid: child.pid,
    jobs: () => jobs,
    isUsable: () => !isEnded && !child.killed,
    perform,

    /** Ends the process, and resolves when it is gone. */
    async stop(): Promise<void> {
      keepAlive(true);
      kill('closed');
      await closed.promise;
    },
  };
}

interface Unrefable {
  ref(): void;
  unref(): void;
}

function flagsFor(entry: string, folder: string): string[] {
  // sharp asks ldd which C library there is.
  const readable = [ROOT, dirname(entry) + sep, resolve(folder) + sep, '/usr/bin/ldd'];
  return [
    '--no-warnings',
    `--max-old-space-size=${MAX_HEAP_MIB}`,
    '--permission',
    '--allow-addons',
    '--allow-worker',
    ...readable.map((path) => `--allow-fs-read=${path}`),
  ];
}

/** Linux only. A process may always make itself a likelier victim. */
function preferAsOomVictim({ pid }: ChildProcess): void {
  if (process.platform !== 'linux' || pid === undefined) return;
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // It has ended already, or /proc is not writable here: the limits above hold without this.
  }
}

const parseReason = (stderr: string): FailureReason =>
  /memory limit exceeded|heap out of memory|std::bad_alloc/.test(stderr) ? 'memory' : 'crash';

function describeExit({ exitCode, signalCode }: ChildProcess, stderr: string): string {
  const lines = stderr.trim().split('\n');
  const last = lines.findLast((line) => line.trim() !== '') ?? '';
  return `${signalCode ?? `exit code ${exitCode}`}${last && `: ${last.slice(0, 200)}`}`;
}
