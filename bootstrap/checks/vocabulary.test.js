import { deepEqual, match } from 'node:assert/strict';
import { test } from 'node:test';
import { forbiddenWords } from './vocabulary.js';

test('a forbidden name is found where it is declared', () => {
  match(forbiddenWords('contract/src/x.ts', 'const turns = 1;').join(), /"turns"; write index/);
});

test('a forbidden name is found in parameters and destructured bindings', () => {
  for (const source of [
    'function f(turns: number) {}',
    'list.map((turns) => 1);',
    'function f({ index: turns = 0 }) {}',
    'for (const [, ...turns] of lists) run();',
    'try { run(); } catch (turns) {}',
    'class Lock { constructor(private readonly turns: Mutex) {} }',
    'type Run = (turns: number) => void;',
  ])
    match(forbiddenWords('contract/src/x.ts', source).join(), /"turns"; write index/, source);
});

test('a property may have any name', () => {
  deepEqual(forbiddenWords('contract/src/x.ts', 'run({ turns: 1 }, lock.turns);'), []);
});

test('a comment that begins with What or Who is found, one that contains it is not', () => {
  for (const source of [
    '/** What staff entered. */',
    '/**\n * Who called.\n */',
    '// What follows.',
    'run(<a>{/* What is shown. */}</a>);',
  ])
    match(forbiddenWords('web/src/x.tsx', source).join(), /write a noun or a sentence/, source);
  deepEqual(forbiddenWords('web/src/x.tsx', '// The screen shows\n// What was sent.'), []);
});

test('a forbidden word is found in both kinds of comments', () => {
  for (const source of ['/** For\n * whoever calls. */', 'call(); // whoever calls'])
    match(forbiddenWords('bench/src/x.ts', source).join(), /"whoever"; write the client/);
});

test('a forbidden phrase is found across a line break of a comment', () => {
  for (const source of [
    '/** A row that leads\n * to a file. */',
    '// A row that leads\n// to a file.',
  ])
    match(forbiddenWords('bench/src/x.ts', source).join(), /"leads to"; write references/);
});

test('strings, addresses and longer names are left alone', () => {
  const source = "const turnstile = 'whoever'; const url = 'https://example.az/whoever';";
  deepEqual(forbiddenWords('contract/src/x.ts', source), []);
});
