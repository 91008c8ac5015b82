import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** Why tests with dcmtk are skipped; false where its programs are installed. */
export const missesDcmtk: string | false =
  spawnSync('echoscu', ['--version']).status === 0 ? false : 'dcmtk is not installed';

export interface DcmtkResult {
  readonly status: number | null;
  readonly text: string;
}

/** Runs a program of dcmtk against a port of this machine. */
export async function runDcmtk(
  program: 'echoscu' | 'storescu' | 'findscu',
  port: number,
  args: readonly string[],
  files: readonly string[] = [],
): Promise<DcmtkResult> {
  const child = spawn(program, [...args, '127.0.0.1', String(port), ...files]);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, text };
}

/** AE titles of a machine that the intake accepts. */
export const TITLES = ['-aet', 'PANO', '-aec', 'DEQIQ'] as const;
