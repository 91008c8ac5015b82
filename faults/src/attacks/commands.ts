import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A command of a checkout that runs in a process of its own. */
export interface RunningCommand {
  readonly child: ChildProcess;
  /** Its exit code, null when it was killed, and all that it printed. */
  readonly ended: Promise<{ status: number | null; text: string }>;
}

/** Starts a command of the checkout on a SQLite data folder, as npm runs it. */
export function startCommand(
  checkout: string,
  command: 'backup' | 'restore' | 'doctor',
  dataDir: string,
  words: readonly string[],
): RunningCommand {
  const child = spawn(process.execPath, [programOf(checkout, command), ...words], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process.on('exit', () => child.kill('SIGKILL'));
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (some: string) => {
      text += some;
    });
  const ended = once(child, 'close').then(([status]) => ({
    status: status as number | null,
    text: text.trim(),
  }));
  return { child, ended };
}

/** The file that `npm run COMMAND` starts in this checkout; an older one has it in another folder. */
function programOf(checkout: string, command: string): string {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [, , program = ''] = (scripts[command] ?? '').split(' ');
  return join(checkout, program);
}

/** Runs such a command to its end; throws unless it ends well. */
export async function runCommand(...words: Parameters<typeof startCommand>): Promise<string> {
  const { status, text } = await startCommand(...words).ended;
  if (status !== 0) throw new Error(`${words[1]} ended with ${status}: ${text}`);
  return text;
}
