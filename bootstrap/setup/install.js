import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ensureMessages } from './messages.js';
import { root, stop } from './root.js';

const OLDEST_NODE = 20;

/** Installs exactly the locked dependencies, unless they are installed already, and compiles the messages. */
export function ensureInstalled() {
  ensurePackages();
  ensureMessages();
}

function ensurePackages() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_NODE)
    stop(`Node ${OLDEST_NODE} or newer is needed to begin; this is ${process.versions.node}.`);
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const mark = join(root, 'node_modules', '.installed-lock');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return;
  console.log('Installing what package-lock.json lists …');
  // The folder being replaced must not provide the Node that npm runs on.
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(join(root, 'node_modules')))
    .join(delimiter);
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: path },
  });
  if (npm.status !== 0) stop('npm could not install the packages; its own words stand above.');
  writeFileSync(mark, lock);
}
