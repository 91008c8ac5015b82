import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHECKOUT, type DataLocation } from '../server-process.ts';

export interface CommandResult {
  /** The exit code; null when the command was killed. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Both in the order of their arrival. */
  readonly text: string;
}

/** A running operator command. */
export interface RunningCommand {
  readonly child: ChildProcess;
  readonly ended: Promise<CommandResult>;
}

/** Where a command works, and what it gets: variables of its environment, and its standard input. */
export interface CommandOptions extends DataLocation {
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly input?: string | undefined;
}

/** `doctor` is the name of `verify` in older checkouts. */
export type OperatorCommand = 'backup' | 'restore' | 'verify' | 'erase' | 'doctor';

const running = new Set<ChildProcess>();

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Starts a program of the server on a data location. `spawnSync` would stop a server in the process of the test, perhaps
 * in a transaction, for whose locks the program then waits.
 */
export function startProgram(
  program: string | URL,
  { dataDir, url = '', env, input = '' }: CommandOptions,
  args: readonly string[],
): RunningCommand {
  const file = program instanceof URL ? fileURLToPath(program) : program;
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: url, ...env },
  });
  running.add(child);
  // A program may end without reading its input.
  child.stdin.on('error', () => {}).end(input);
  const output = { stdout: '', stderr: '', text: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      output[name] += chunk;
      output.text += chunk;
    });
  const ended = once(child, 'close').then(([status]) => {
    running.delete(child);
    return { ...output, status: status as number | null, text: output.text.trim() };
  });
  return { child, ended };
}

/** Runs a program of the server on a data location to its end. */
export const runProgram = (...options: Parameters<typeof startProgram>): Promise<CommandResult> =>
  startProgram(...options).ended;

/** Starts an operator command on a data location, as npm does. */
export const startCommand = (
  command: OperatorCommand,
  options: CommandOptions,
  args: readonly string[],
  checkout: string = CHECKOUT,
): RunningCommand => startProgram(findProgram(checkout, command), options, args);

/** Runs an operator command; throws when it fails. */
export async function runCommand(...options: Parameters<typeof startCommand>): Promise<string> {
  const { status, text } = await startCommand(...options).ended;
  if (status !== 0) throw new Error(`${options[0]} exited with ${status}: ${text}`);
  return text;
}

/** The program that `npm run COMMAND` starts in a checkout; its path depends on the version. */
function findProgram(checkout: string, command: OperatorCommand): string {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [, , program = ''] = (scripts[command] ?? '').split(' ');
  return join(checkout, program);
}
