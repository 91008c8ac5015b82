import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type Call, callsIn } from './log.ts';

/** Every call with a path or a file descriptor. */
const TRACED = 'trace=%file,%desc';

/** The reason why strace cannot be used on this machine; undefined when it can. */
export function whyNoStrace(): string | undefined {
  const probe = ['-o', '/dev/null', '-e', 'inject=getpid:error=EIO:when=1', 'true'];
  const { error, status, stderr } = spawnSync('strace', probe, { encoding: 'utf8' });
  if (error) return 'strace is not installed on this machine';
  return status === 0 ? undefined : `strace is not permitted on this machine: ${stderr.trim()}`;
}

/** One thread in the pool for files, so that its calls have a single order. */
export const ONE_WORKER = { UV_THREADPOOL_SIZE: '1' };

/** The thread that runs the program and SQLite, and the one that reads and writes files. */
export function threadsOf(pid: number): { main: number; worker: number } {
  const worker = readdirSync(`/proc/${pid}/task`).find(
    (tid) => readFileSync(`/proc/${pid}/task/${tid}/comm`, 'utf8').trim() === 'libuv-worker',
  );
  if (!worker) throw new Error('the server has no thread for files');
  return { main: pid, worker: Number(worker) };
}

/** Effect on the selected call. */
export type Fate = 'signal=KILL' | 'error=EIO' | 'error=ENOSPC';

export interface Tracer {
  /** Detaches from the process, if it still runs, and returns the output of strace. */
  end(): Promise<string>;
}

/** Records the calls of a process; the log has the order of the calls of all threads. */
export const trace = (pid: number, log: string): Promise<Tracer> =>
  attach(['-f', '-p', String(pid), '-yy', '-e', TRACED], log);

/** Makes the `nth` call of this name in one thread fail, counted from now on. */
export const injectFault = (
  tid: number,
  { name, nth }: Pick<Call, 'name' | 'nth'>,
  fate: Fate,
  log: string,
): Promise<Tracer> =>
  attach(
    ['-p', String(tid), '-y', '-e', `trace=${name}`, '-e', `inject=${name}:${fate}:when=${nth}`],
    log,
  );

async function attach(traceOptions: string[], log: string): Promise<Tracer> {
  const tracer = spawn('strace', ['-o', log, ...traceOptions], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const over = once(tracer, 'exit');
  await attached(tracer);
  return {
    async end() {
      tracer.kill('SIGTERM');
      await over;
      return readFile(log, 'utf8');
    },
  };
}

function attached(tracer: ChildProcess): Promise<void> {
  let output = '';
  return new Promise((resolve, reject) => {
    tracer.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (/ attached/.test(output)) resolve();
    });
    tracer.once('exit', () => reject(new Error(`strace ended: ${output}`)));
    tracer.once('error', reject);
  });
}

/** The calls of an operation that touch the data folder, in order. */
export async function callsOf(
  pid: number,
  dataDir: string,
  log: string,
  operation: () => Promise<void>,
): Promise<{ calls: Call[]; log: string }> {
  const tracer = await trace(pid, log);
  let text = '';
  try {
    await operation();
  } finally {
    text = await tracer.end();
  }
  return { calls: callsIn(text, dataDir, threadsOf(pid)), log: text };
}
