// The files of npm run new:feature pass every check and work.
import { equal } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './setup/root.js';

/** Where a new feature writes. */
const CHANGED = [
  'contract/src',
  'messages/catalogues/office',
  'server/src/app',
  'server/src/features/office/shade-guides',
  'server/src/platform/db',
  'testkit/src/operations',
  'web/src/api',
];

test('a new feature is typed, linted, within bounds and green', (t) => {
  const copy = mkdtempSync(join(tmpdir(), 'deqiq-feature-'));
  t.after(() => rmSync(copy, { recursive: true, force: true }));
  copyTo(copy);
  /** @param {string} program @param {string[]} words */
  const run = (program, ...words) => {
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
    const { status, stdout, stderr } = spawnSync(program, words, {
      cwd: copy,
      env,
      encoding: 'utf8',
    });
    equal(status, 0, `${program} ${words.join(' ')}\n${stdout}${stderr}`);
  };

  run('node', 'bootstrap/new-feature.js', 'office/shade-guides', copy);

  run('tsc', '-p', '.');
  // The rest of the web client is unchanged: it is enough to compile its API.
  const ofApi = { extends: './tsconfig.json', include: ['src/api'] };
  writeFileSync(join(copy, 'web/tsconfig.api.json'), JSON.stringify(ofApi));
  run('tsc', '-p', 'web/tsconfig.api.json');
  run('biome', 'ci', ...CHANGED);
  run('node', 'bootstrap/checks/boundaries.js');
  run('node', '--test', 'server/src/features/office/shade-guides/shade-guides.test.ts');
});

/** The project with links to what is installed, and its own workspaces in their place. @param {string} copy */
function copyTo(copy) {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const tops = [
    'bootstrap',
    'deploy',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'biome.json',
    '.gitignore',
  ];
  for (const top of [...tops, ...workspaces])
    cpSync(join(root, top), join(copy, top), { recursive: true });
  mkdirSync(join(copy, 'node_modules/@deqiq'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@deqiq')
      symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name), 'junction');
  for (const workspace of workspaces)
    symlinkSync(join(copy, workspace), join(copy, 'node_modules/@deqiq', workspace), 'junction');
}
