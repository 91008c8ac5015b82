import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.js';

const VERSION = '3.13.2';
const SHA_512 =
  'WZdxmpmG7rqFgW9ZJLcbgr3XCtLi1KDNPoMaeY5PPe6j4G4fjEjjkycZM6C6Zk2F87BKxFfpq+jd5xXZB9E8EA==';

const folder = join(root, 'node_modules', '.cache', `ohif-${VERSION}`);

/**
 * Folder of the built OHIF viewer, which a journey opens our studies in; undefined where npm cannot fetch it. Its
 * package is 50 MB and runs without its hundreds of dependencies, so it is not in our package.json.
 * @returns {string | undefined}
 */
export function ensureOhif() {
  const dist = join(folder, 'package', 'dist');
  if (existsSync(join(dist, 'index.html'))) return dist;
  console.log('Fetching the OHIF viewer for a journey …');
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, `ohif-app-${VERSION}.tgz`);
  const isFetched =
    run('npm', ['pack', `@ohif/app@${VERSION}`, '--silent']) &&
    createHash('sha512').update(readFileSync(archive)).digest('base64') === SHA_512 &&
    run('tar', ['-xzf', archive, '--exclude=*.map']);
  rmSync(archive, { force: true });
  return isFetched ? dist : undefined;
}

/** @param {string} program @param {string[]} args */
const run = (program, args) =>
  spawnSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
