import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { MINUTE } from '../../../platform/time.ts';
import { accessTokens } from './tokens.service.ts';

test('a token that was good before is good again until it expires', () => {
  let at = Date.parse('2026-11-20T07:00:00Z');
  const tokens = accessTokens(Buffer.from('secret'), () => at);
  const token = tokens.issue('a session', 'admin', 'a person');
  const first = tokens.verify(token);
  assert.equal(first?.sid, 'a session');
  assert.equal(first?.sub, 'a person');
  assert.deepEqual(tokens.verify(token), first);
  at += 10 * MINUTE;
  assert.equal(tokens.verify(token), undefined);
  at -= 10 * MINUTE;
  assert.deepEqual(tokens.verify(token), first);
});

test('a token signed when the clock was ahead does not live until then', () => {
  let at = Date.parse('2026-12-21T07:00:00Z');
  const tokens = accessTokens(Buffer.from('secret'), () => at);
  const token = tokens.issue('a session', 'admin', 'a person');
  assert.ok(tokens.verify(token));
  at -= 5 * MINUTE;
  assert.ok(tokens.verify(token));
  at -= 1_000;
  assert.equal(tokens.verify(token), undefined);
});

test('a good token seen before does not help one that differs in a single letter', () => {
  const tokens = accessTokens(Buffer.from('secret'), Date.now);
  const token = tokens.issue('a session', 'partner', 'a person');
  assert.ok(tokens.verify(token));
  for (const at of [token.indexOf('.') + 5, token.lastIndexOf('.') + 5]) {
    const other = token[at] === 'A' ? 'B' : 'A';
    assert.equal(tokens.verify(token.slice(0, at) + other + token.slice(at + 1)), undefined);
  }
});

test('claims of a wrong shape are rejected despite a valid signature', () => {
  const tokens = accessTokens(Buffer.from('secret'), Date.now);
  const encode = (text: string) => Buffer.from(text).toString('base64url');
  const signed = (claims: string) => {
    const text = `${encode('{"alg":"HS256","typ":"JWT"}')}.${encode(claims)}`;
    return `${text}.${createHmac('sha256', 'secret').update(text).digest('base64url')}`;
  };
  const good = {
    sid: 'a session',
    role: 'admin',
    kind: 'access',
    exp: Math.floor(Date.now() / 1000) + 60,
  };
  assert.ok(tokens.verify(signed(JSON.stringify(good))));
  const wrong = [
    { exp: 'never' },
    { exp: null },
    { exp: 1e99 },
    { sid: { a: 1 } },
    { sid: ['a session'] },
    { sid: undefined },
    { kind: 'refresh' },
  ].map((change) => JSON.stringify({ ...good, ...change }));
  for (const claims of [...wrong, '', '{', 'null', '[]', '"text"', '['.repeat(10_000)])
    assert.equal(tokens.verify(signed(claims)), undefined, claims.slice(0, 99));
});
