import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What a process says of itself: processor time in µs, resident bytes now, and at most since `watch`. */
export interface Usage {
  readonly cpu: number;
  readonly rss: number;
  readonly peak: number;
}

/** A Node process of ours that accounts for itself. */
export interface Child {
  readonly pid: number;
  ask(question?: 'usage' | 'watch' | 'unwatch'): Promise<Usage>;
  /** Resolves with the match when the program has printed it; rejects with its output when it ends first. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  end(signal?: NodeJS.Signals): Promise<void>;
  /** Resolves when it has ended, in whatever way. */
  readonly ended: Promise<void>;
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const ACCOUNTING = new URL('./usage-report.ts', import.meta.url).href;
const alive = new Set<ChildProcess>();

// Whatever becomes of the bench, nothing it started stays.
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

/**
 * `under`: a program, and its own words, that runs ours in its place (`strace -D`, `unshare`). `heard` gets
 * all that it prints.
 */
export function startChild(
  program: string | URL,
  words: string[],
  env: NodeJS.ProcessEnv,
  under: readonly string[] = [],
  heard: (text: string) => void = () => {},
): Child {
  const file = program instanceof URL ? fileURLToPath(program) : program;
  const [command = '', ...all] = [...under, process.execPath, '--import', ACCOUNTING, file];
  const child = spawn(command, [...all, ...words], {
    cwd: ROOT,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-10_000);
      heard(text);
    });

  return {
    pid: child.pid ?? 0,
    ended: new Promise((resolve) => child.once('exit', () => resolve())),

    async ask(question = 'usage') {
      child.send(question);
      const [usage] = (await once(child, 'message')) as [Usage];
      return usage;
    },

    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const onData = () => {
          const match = pattern.exec(output);
          if (!match) return;
          child.stdout?.off('data', onData);
          resolve(match);
        };
        child.stdout?.on('data', onData);
        child.once('exit', () => reject(new Error(`${file} ended:\n${output}`)));
        onData();
      }),

    async end(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const over = once(child, 'exit');
      child.kill(signal);
      const slow = setTimeout(() => child.kill('SIGKILL'), 40_000);
      await over;
      clearTimeout(slow);
    },
  };
}
