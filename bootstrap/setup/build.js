import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashFiles, listFiles } from './files.js';
import { pinnedNode, toolEnvironment } from './node.js';
import { root, stop } from './root.js';

const mark = join(root, 'build', 'web.key');

/**
 * Builds the pages and the portal, unless their sources are unchanged. A failed build ends the process,
 * or throws for a caller that waits for the next change (`orStop: false`).
 */
export function ensureBuilt({ orStop = true } = {}) {
  const key = buildKey();
  const built = join(root, 'build', 'web', 'pages.json');
  if (existsSync(built) && existsSync(mark) && readFileSync(mark, 'utf8') === key) return;
  console.log('Building the website …');
  const build = spawnSync(pinnedNode(), ['web/build.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...toolEnvironment(), NODE_ENV: 'production' },
  });
  const failure = 'The website could not be built; the reason stands above.';
  if (build.status !== 0 && orStop) stop(failure);
  if (build.status !== 0) throw new Error(failure);
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, key);
}

/** A digest of every file and setting the build reads. */
function buildKey() {
  const hash = createHash('sha256');
  for (const setting of ['PUBLIC_URL', 'PSEUDO_LOCALE'])
    hash.update(`${process.env[setting] ?? ''}\n`);
  const folders = ['web', 'contract', 'messages/catalogues', 'messages/src'];
  return hashFiles(hash, [...folders.flatMap(listFiles), 'package-lock.json']).digest('hex');
}
