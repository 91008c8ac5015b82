import { spawnSync } from 'node:child_process';

/** Why a test that needs programs is skipped; false where all of them are installed. */
export function missesPrograms(...programs: readonly string[]): string | false {
  const missing = programs.filter(
    (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0,
  );
  return missing.length > 0 && `not installed: ${missing.join(', ')}`;
}
