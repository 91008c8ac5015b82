import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessTokens } from './tokens.ts';

const MINUTE = 60_000;

test('a token that was good before is good again until it expires', () => {
  let at = Date.parse('2026-11-20T07:00:00Z');
  const tokens = accessTokens(Buffer.from('secret'), () => at);
  const token = tokens.issue('a session', 'admin');
  const first = tokens.verify(token);
  assert.equal(first?.sid, 'a session');
  assert.deepEqual(tokens.verify(token), first);
  at += 10 * MINUTE;
  assert.equal(tokens.verify(token), undefined);
  at -= 10 * MINUTE;
  assert.deepEqual(tokens.verify(token), first);
});

test('a good token seen before does not help one that differs in a single letter', () => {
  const tokens = accessTokens(Buffer.from('secret'));
  const token = tokens.issue('a session', 'partner');
  assert.ok(tokens.verify(token));
  for (const at of [token.indexOf('.') + 5, token.lastIndexOf('.') + 5]) {
    const other = token[at] === 'A' ? 'B' : 'A';
    assert.equal(tokens.verify(token.slice(0, at) + other + token.slice(at + 1)), undefined);
  }
});
