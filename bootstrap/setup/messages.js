import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashFiles, listFiles } from './files.js';
import { pinnedNode, toolEnvironment } from './node.js';
import { root, stop } from './root.js';

const mark = join(root, 'messages', 'compiled', 'key');

/**
 * Compiles the catalogues, unless they and their compiler are unchanged. A failure ends the process, or throws for a
 * caller that waits for the next change (`orStop: false`).
 */
export function ensureMessages({ orStop = true } = {}) {
  const hash = createHash('sha256').update(process.env.PSEUDO_LOCALE ?? '');
  hashFiles(hash, [...listFiles('messages/catalogues'), ...listFiles('messages/src')]);
  const key = hashFiles(hash, ['package-lock.json']).digest('hex');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === key) return;
  const compiler = spawnSync(pinnedNode(), ['messages/src/compile.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: toolEnvironment(),
  });
  const failure = 'The messages could not be compiled; the reason stands above.';
  if (compiler.status !== 0 && orStop) stop(failure);
  if (compiler.status !== 0) throw new Error(failure);
  writeFileSync(mark, key);
}
