import { deepEqual, match } from 'node:assert/strict';
import { test } from 'node:test';
import { forbiddenWords } from './vocabulary.js';

test('a forbidden name is found where it is declared', () => {
  match(forbiddenWords('contract/src/x.ts', 'const turns = 1;').join(), /"turns"; write index/);
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
