import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Place } from '../crash/compare/rows.ts';

const alive = new Set<ChildProcess>();

process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

export interface Said {
  /** null when it was killed. */
  readonly status: number | null;
  readonly text: string;
}

/** One of the keeper's commands on a place, as npm runs it; killed after so many milliseconds, if any. */
export async function run(
  command: 'backup' | 'restore' | 'verify',
  { dataDir, url = '' }: Place,
  words: readonly string[],
  killedAfter?: number,
): Promise<Said> {
  const program = new URL(`../../../server/src/commands/${command}-command.ts`, import.meta.url);
  const child = spawn(process.execPath, [fileURLToPath(program), ...words], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  alive.add(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (some: string) => {
      text += some;
    });
  const end = killedAfter && setTimeout(() => child.kill('SIGKILL'), killedAfter);
  const [status] = (await once(child, 'close')) as [number | null];
  clearTimeout(end);
  alive.delete(child);
  return { status, text: text.trim() };
}
