import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Usage reported by a process: processor time in µs, resident bytes now, and their peak since `watch`. */
export interface Usage {
  readonly cpu: number;
  readonly rss: number;
  readonly peak: number;
}

/** A Node process that reports its usage. */
export interface ChildProgram {
  readonly pid: number;
  measure(request?: 'usage' | 'watch' | 'unwatch'): Promise<Usage>;
  /** Resolves with the match once the program has printed it; rejects with its output if it ends before. */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>;
  end(signal?: NodeJS.Signals): Promise<void>;
  /** Resolves when the process has ended for any reason. */
  readonly ended: Promise<void>;
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const USAGE_REPORT = new URL('./usage-report.ts', import.meta.url).href;
const running = new Set<ChildProcess>();

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** `wrapper` is a program with arguments that runs ours (`strace -D`, `unshare`). `onOutput` receives all output. */
export function startChild(
  program: string | URL,
  args: string[],
  env: NodeJS.ProcessEnv,
  wrapper: readonly string[] = [],
  onOutput: (text: string) => void = () => {},
): ChildProgram {
  const file = program instanceof URL ? fileURLToPath(program) : program;
  const [command = '', ...rest] = [...wrapper, process.execPath, '--import', USAGE_REPORT, file];
  const child = spawn(command, [...rest, ...args], {
    cwd: ROOT,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-10_000);
      onOutput(text);
    });

  return {
    pid: child.pid ?? 0,
    ended: new Promise((resolve) => child.once('exit', () => resolve())),

    async measure(request = 'usage') {
      child.send(request);
      const [usage] = (await once(child, 'message')) as [Usage];
      return usage;
    },

    waitForOutput: (pattern) =>
      new Promise((resolve, reject) => {
        const search = () => {
          const match = pattern.exec(output);
          if (!match) return;
          child.stdout?.off('data', search);
          resolve(match);
        };
        child.stdout?.on('data', search);
        child.once('exit', () => reject(new Error(`${file} exited:\n${output}`)));
        search();
      }),

    async end(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      const deadline = setTimeout(() => child.kill('SIGKILL'), 40_000);
      await ended;
      clearTimeout(deadline);
    },
  };
}
