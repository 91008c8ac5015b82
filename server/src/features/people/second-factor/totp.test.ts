import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeAt } from '@deqiq/testkit/http/second-factor.ts';
import { Secret, TOTP } from 'otpauth';
import { clinicFacts } from '../../../platform/clinic-facts.ts';
import { createSecret, findStep, totpUri } from './totp.ts';

const STEP = 30_000;

test('the codes of RFC 6238, appendix B, are those of its secret', () => {
  const secret = Secret.fromUTF8('12345678901234567890').base32;
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const)
    assert.equal(findStep(secret, code, seconds * 1_000), Math.floor(seconds / 30));
});

test('an authenticator app has the codes of every secret, one step off at most', () => {
  for (let round = 0; round < 200; round += 1) {
    const secret = createSecret();
    assert.match(secret, /^[A-Z2-7]{32}$/);
    const now = 1_764_000_000_000 + round * 12_345_678;
    const step = Math.floor(now / STEP);
    const codes = [-2, -1, 0, 1, 2].map((off) => ({ off, code: codeAt(secret, now + off * STEP) }));
    // Seldom two steps have the same code.
    if (new Set(codes.map(({ code }) => code)).size < codes.length) continue;
    for (const { off, code } of codes)
      assert.equal(findStep(secret, code, now), Math.abs(off) < 2 ? step + off : undefined);
  }
});

test('a code of another length, or of other characters, is a wrong one', () => {
  const secret = createSecret();
  for (const code of ['', '1', '1234567', 'ə23456', `${codeAt(secret)}0`])
    assert.equal(findStep(secret, code, Date.now()), undefined);
});

test('the address in the QR code is what authenticator apps read', () => {
  const secret = createSecret();
  const app = new TOTP({ issuer: clinicFacts().name, label: 'ayşə & co', secret });
  assert.equal(totpUri(secret, 'ayşə & co'), app.toString());
});
