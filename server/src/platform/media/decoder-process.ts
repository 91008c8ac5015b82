import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DerivedName } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { type Frame, readFrames, writeFrame } from './frames.ts';
import { FOR_DERIVING, type JobKind, type JobRequest, type JobResponse } from './jobs.ts';
import { BACKGROUND_START_TIMEOUT, MAX_HEAP_MIB, MAX_OUTPUT, START_TIMEOUT } from './limits.ts';

/** Why a process did not finish a job. Reasons other than `aborted`, `closed` and `start` may be the file's fault. */
export type FailureReason =
  | 'timeout'
  | 'memory'
  | 'crash'
  | 'output'
  | 'aborted'
  | 'closed'
  | 'start';

/** A job that ended with its process. */
export class DecoderFailure extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason, detail = '') {
    super(`decoder: ${reason}${detail && `, ${detail}`}`);
    this.name = 'DecoderFailure';
    this.reason = reason;
  }
}

/** Max characters of standard error for the log. */
const MAX_STDERR = 2_000;

/** The folder with the program and its packages. */
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

export const CHILD_ENTRY = fileURLToPath(new URL('./child/main.ts', import.meta.url));

interface Options {
  /** The program of the child; replaced in tests. */
  readonly entry: string;
  /** The only folder whose files it may open. */
  readonly folder: string;
  /** Whether it runs at a low priority, so that requests come first. */
  readonly isBackground: boolean;
  /** Whether it runs at the lowest one. */
  readonly isLast: boolean;
}

export type DecoderProcess = ReturnType<typeof startDecoder>;

export interface DecoderRequest {
  readonly request: JobRequest<JobKind>;
  readonly payload: Uint8Array | undefined;
  /** Milliseconds after the process is ready. */
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
  /** Receives named outputs in their order; the process waits until it resolves. A rejection ends the job. */
  readonly onOutput: OutputHandler | undefined;
}

/** Takes part of a named output. */
export type OutputHandler = (name: DerivedName, bytes: Buffer) => Promise<void>;

interface Job {
  readonly settle: (outcome: { response: JobResponse; payload: Buffer } | Error) => void;
  readonly maxOutput: number;
  readonly onOutput: OutputHandler | undefined;
  outputBytes: number;
}

/**
 * Starts a decoder process. Its environment contains no secrets. It inherits three pipes and no other descriptor. Node's
 * permission model denies it network, writes and child processes. If the machine runs out of memory, the kernel kills
 * it first.
 */
export function startDecoder({ entry, folder, isBackground, isLast }: Options) {
  const args = isBackground ? [FOR_DERIVING] : [];
  const child = spawn(process.execPath, [...flagsFor(entry, folder), entry, ...args], {
    cwd: dirname(entry),
    env: { UV_THREADPOOL_SIZE: '2' },
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  preferAsOomVictim(child);
  const { PRIORITY_LOW, PRIORITY_BELOW_NORMAL } = constants.priority;
  if (isBackground) lowerPriority(child, isLast ? PRIORITY_LOW : PRIORITY_BELOW_NORMAL);
  let job: Job | undefined;
  let jobs = 0;
  let residentBytes = 0;
  let stderr = '';
  let reason: FailureReason | undefined;
  let isEnded = false;
  /** Settles when every output that has arrived is taken. */
  let outputs: Promise<void> = Promise.resolve();
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => undefined);
  const closed = Promise.withResolvers<void>();

  function kill(why: FailureReason): void {
    reason ??= why;
    child.kill('SIGKILL');
  }

  readFrames(child.stdout, {
    maxPayload: () => Math.min(job?.maxOutput ?? 0, MAX_OUTPUT),
    onFrame: (frame) => receive(frame),
    onTooLarge: () => kill('output'),
  });

  function receive({ header, payload }: Frame): void {
    const response = header as JobResponse;
    if (response.type === 'ready') ready.resolve();
    else if (response.type === 'output') receiveOutput(response.name, payload);
    else {
      if (response.type !== 'missing') residentBytes = response.residentBytes;
      outputs = outputs.then(() => job?.settle({ response, payload }));
    }
  }

  /** One after the other. No more is read until then, so that the pipe makes the process wait. */
  function receiveOutput(name: DerivedName, bytes: Buffer): void {
    const current = job;
    if (current) current.outputBytes += bytes.length;
    if (!current?.onOutput || current.outputBytes > current.maxOutput) {
      kill('output');
      return;
    }
    child.stdout.pause();
    outputs = outputs
      .then(() => current.onOutput?.(name, bytes))
      .then(() => void child.stdout.resume())
      .catch((error: unknown) => {
        current.settle(error instanceof Error ? error : new Error('an output failed'));
        kill('aborted');
      });
  }

  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-MAX_STDERR);
  });
  // A process that exits during a write is handled by its close event.
  child.stdin.on('error', () => undefined);
  child.on('error', (error) => {
    stderr += error.message;
    end();
  });
  child.on('close', end);

  /** All pipes are closed, so nothing reads the input any more. */
  function end(): void {
    if (isEnded) return;
    isEnded = true;
    const failure = new DecoderFailure(reason ?? parseReason(stderr), describeExit(child, stderr));
    ready.reject(failure);
    job?.settle(failure);
    closed.resolve();
  }

  function keepAlive(isBusy: boolean): void {
    // An idle process must not keep the server or a command running.
    const handles = [child, child.stdin, child.stdout, child.stderr] as unknown as Unrefable[];
    for (const handle of handles) {
      if (isBusy) handle.ref();
      else handle.unref();
    }
  }

  /** Resolves when the process is ready for a job; rejects if it does not start in time. */
  async function start(): Promise<void> {
    const timeout = isBackground ? BACKGROUND_START_TIMEOUT : START_TIMEOUT;
    const timer = setTimeout(() => kill('start'), timeout);
    await ready.promise.finally(() => clearTimeout(timer));
  }

  /** Sends a job and waits for its response. If it rejects, the process has ended. */
  async function perform({ request, payload, timeout, signal, onOutput }: DecoderRequest) {
    jobs += 1;
    keepAlive(true);
    const onAbort = () => kill('aborted');
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
    let timer: NodeJS.Timeout | undefined;
    try {
      await start();
      timer = setTimeout(() => kill('timeout'), timeout);
      const response = new Promise<{ response: JobResponse; payload: Buffer }>(
        (resolve, reject) => {
          job = {
            maxOutput: request.maxOutput,
            onOutput,
            outputBytes: 0,
            settle: (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)),
          };
          if (isEnded) reject(new DecoderFailure(reason ?? 'crash'));
        },
      );
      const written = writeFrame(child.stdin, request, payload ? [payload] : []);
      // The caller may reuse the bytes afterwards, so wait until the pipe has written them.
      const [result] = await Promise.allSettled([response, written]);
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
    isLast,
    jobs: () => jobs,
    /** After its last job. */
    residentBytes: () => residentBytes,
    // It may have exited while its pipes are still open.
    isUsable: () =>
      !isEnded && !child.killed && child.exitCode === null && child.signalCode === null,
    perform,

    /** Ends the process and waits for its exit. */
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
  // sharp runs ldd to detect the C library.
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

/** Linux only. Raising the score needs no privileges. */
function preferAsOomVictim({ pid }: ChildProcess): void {
  if (process.platform !== 'linux' || pid === undefined) return;
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // The process has ended, or /proc is not writable. The other limits apply nevertheless.
  }
}

function lowerPriority({ pid }: ChildProcess, priority: number): void {
  try {
    if (pid !== undefined) setPriority(pid, priority);
  } catch {
    // It has ended already.
  }
}

const parseReason = (stderr: string): FailureReason =>
  /memory limit exceeded|heap out of memory|std::bad_alloc/.test(stderr) ? 'memory' : 'crash';

function describeExit({ exitCode, signalCode }: ChildProcess, stderr: string): string {
  const lines = stderr.trim().split('\n');
  const last = lines.findLast((line) => line.trim() !== '') ?? '';
  return `${signalCode ?? `exit code ${exitCode}`}${last && `: ${last.slice(0, 200)}`}`;
}
