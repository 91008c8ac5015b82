import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pinnedNode, toolEnvironment } from '../setup/node.js';
import { root } from '../setup/root.js';
import { createTemporaryFolder } from '../setup/temporary-folder.js';

for (const folded of [
  'export const user = { ...{ name: 1 } };',
  'export const list = [...[1, 2], 3];',
  'export const text = <p {...{ id: 1 }} />;',
  'export const [first, second] = [1, 2];',
  'export const [first, second] = [1, 2] as const;',
])
  test(`a literal that only folds lines is refused: ${folded}`, () => {
    assert.match(lint(folded), /Write each property, element or variable itself/);
  });

test('a spread of a value, and elements of one, are allowed', () => {
  const allowed = [
    'export const copy = (user: object) => ({ ...user });',
    'export const [first, second] = [...document.children];',
  ];
  assert.doesNotMatch(lint(allowed.join('\n')), /itself/);
});

/** Lints a file with this text; returns the output of biome. @param {string} text */
function lint(text) {
  const folder = createTemporaryFolder();
  const rule = join(root, 'bootstrap/checks/folded-literals.grit');
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ plugins: [rule] }));
  writeFileSync(join(folder, 'text.tsx'), text);
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const options = { cwd: folder, env: toolEnvironment(), encoding: /** @type {const} */ ('utf8') };
  const { stdout, stderr } = spawnSync(pinnedNode(), [biome, 'lint', 'text.tsx'], options);
  return stdout + stderr;
}
