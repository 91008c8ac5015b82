import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKOUT, type DataLocation } from '../server-process.ts';

export interface CommandResult {
  /** The exit code; null when the command was killed. */
  readonly status: number | null;
  /** All output of the command. */
  readonly text: string;
}

/** A running operator command. */
export interface RunningCommand {
  readonly child: ChildProcess;
  readonly ended: Promise<CommandResult>;
}

/** `doctor` is the name of `verify` in older checkouts. */
export type OperatorCommand = 'backup' | 'restore' | 'verify' | 'erase' | 'doctor';

const running = new Set<ChildProcess>();

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts an operator command on a data location, as npm does. */
export function startCommand(
  command: OperatorCommand,
  { dataDir, url = '', env }: DataLocation & { readonly env?: Readonly<Record<string, string>> },
  args: readonly string[],
  checkout: string = CHECKOUT,
): RunningCommand {
  const child = spawn(process.execPath, [programOf(checkout, command), ...args], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: url, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  const ended = once(child, 'close').then(([status]) => {
    running.delete(child);
    return { status: status as number | null, text: text.trim() };
  });
  return { child, ended };
}

/** Runs an operator command; throws when it fails. */
export async function runCommand(...options: Parameters<typeof startCommand>): Promise<string> {
  const { status, text } = await startCommand(...options).ended;
  if (status !== 0) throw new Error(`${options[0]} exited with ${status}: ${text}`);
  return text;
}

/** The program that `npm run COMMAND` starts in a checkout; its path depends on the version. */
function programOf(checkout: string, command: OperatorCommand): string {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [, , program = ''] = (scripts[command] ?? '').split(' ');
  return join(checkout, program);
}
