import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHECKOUT } from '../server-process.ts';

const MIGRATIONS = 'server/src/platform/db/migrations';
const MIGRATOR = 'server/src/platform/db/migrator.ts';

const git = (...words: string[]): string =>
  execFileSync('git', words, { cwd: CHECKOUT, encoding: 'utf8', stdio: 'pipe' }).trim();

/** The commit before the last migration was added, or a sentence that says why there is none to compare with. */
export function findPreviousCommit(): { commit: string } | { reason: string } {
  try {
    const last = git('log', '-1', '--format=%H', '--', MIGRATIONS);
    const commit = git('rev-parse', '--verify', `${last}^`);
    const migrator = git('show', `${commit}:${MIGRATOR}`);
    if (!migrator.includes('OLDEST_COMPATIBLE'))
      return { reason: `${commit.slice(0, 7)} refuses every newer database` };
    return { commit };
  } catch {
    return { reason: 'this checkout has no history' };
  }
}

/** The files of a commit in a folder of their own, with pages built from them and the packages of this checkout. */
export function checkOut(t: { after(end: () => void): void }, commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'deqiq-previous-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const archive = execFileSync('git', ['archive', commit], { cwd: CHECKOUT, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const packages = join(folder, 'node_modules');
  mkdirSync(join(packages, '@deqiq'), { recursive: true });
  for (const name of readdirSync(join(CHECKOUT, 'node_modules')))
    if (name !== '@deqiq') symlinkSync(join(CHECKOUT, 'node_modules', name), join(packages, name));
  for (const name of readdirSync(join(CHECKOUT, 'node_modules/@deqiq')))
    symlinkSync(join(folder, name), join(packages, '@deqiq', name));
  // npm keeps here what a workspace needs in another version.
  for (const name of readdirSync(folder))
    if (existsSync(join(CHECKOUT, name, 'node_modules')))
      symlinkSync(join(CHECKOUT, name, 'node_modules'), join(folder, name, 'node_modules'));
  if (existsSync(join(folder, 'messages'))) run(folder, 'messages/src/compile.ts');
  run(folder, 'web/build.ts');
  return folder;
}

const run = (folder: string, program: string): Buffer =>
  execFileSync(process.execPath, [program], { cwd: folder, stdio: 'pipe' });
