import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DecoderFailure, type FailureReason } from '../decoder-errors.ts';
import { FOR_DERIVING } from '../jobs.ts';
import { MAX_HEAP_MIB } from '../limits.ts';

/** The folder with the program and its packages. */
const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));

export const CHILD_ENTRY = fileURLToPath(new URL('../child/main.ts', import.meta.url));

export interface DecoderOptions {
  /** The program of the child; replaced in tests. */
  readonly entry: string;
  /** The only folder whose files it may open. */
  readonly folder: string;
  /** Whether it runs at a low priority, so that requests come first. */
  readonly isBackground: boolean;
  /** Whether it runs at the lowest one. */
  readonly isLast: boolean;
}

export type DecoderChild = ReturnType<typeof spawnDecoder>;

/**
 * Starts a decoder process. Its environment contains no secrets. It inherits three pipes and no other descriptor. Node's
 * permission model denies it network, writes and child processes. If the machine runs out of memory, the kernel kills
 * it first.
 */
export function spawnDecoder({ entry, folder, isBackground, isLast }: DecoderOptions) {
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
  return child;
}

/** An idle process must not keep the server or a command running. */
export function keepAlive(child: DecoderChild, isBusy: boolean): void {
  const handles = [child, child.stdin, child.stdout, child.stderr] as unknown as Unrefable[];
  for (const handle of handles) {
    if (isBusy) handle.ref();
    else handle.unref();
  }
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

/** The failure of a process that has exited. Without a reason, its standard error tells whether memory was short. */
export function createExitFailure(
  child: DecoderChild,
  stderr: string,
  reason: FailureReason | undefined,
): DecoderFailure {
  return new DecoderFailure(reason ?? parseReason(stderr), describeExit(child, stderr));
}

const parseReason = (stderr: string): FailureReason =>
  /memory limit exceeded|heap out of memory|std::bad_alloc/.test(stderr) ? 'memory' : 'crash';

function describeExit({ exitCode, signalCode }: DecoderChild, stderr: string): string {
  const lines = stderr.trim().split('\n');
  const last = lines.findLast((line) => line.trim() !== '') ?? '';
  return `${signalCode ?? `exit code ${exitCode}`}${last && `: ${last.slice(0, 200)}`}`;
}
