import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passwordAttempts } from '../../features/auth/attempts.service.ts';
import { rateLimiter } from './rate-limits.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test('after the clock is set back no client waits longer than a window', () => {
  let at = Date.parse('2026-11-20T07:00:00Z');
  const limits = rateLimiter({
    enabled: true,
    now: () => at,
    limits: [{ max: 1, window: MINUTE }],
  });
  assert.equal(limits.consume('192.0.2.1'), 0);
  assert.equal(limits.consume('192.0.2.1'), MINUTE);
  at -= HOUR;
  assert.equal(limits.consume('192.0.2.1'), 0);
  assert.equal(limits.consume('192.0.2.1'), MINUTE);
});

test('after the clock is set back no sign-in waits longer than a window', async () => {
  let at = Date.parse('2026-11-20T07:00:00Z');
  const attempts = passwordAttempts({ enabled: true, now: () => at });
  const messages = { tooManySignIns: 'wait', unknownDevice: 'unknown' };
  const fail = () =>
    attempts.start({ account: 'admin sevda', address: '192.0.2.1', isReal: true, messages });
  for (let n = 0; n < 10; n += 1) await fail();
  await assert.rejects(fail, { status: 429, retryAfter: 15 * 60 });
  at -= HOUR;
  for (let n = 0; n < 10; n += 1) await fail();
  await assert.rejects(fail, { status: 429, retryAfter: 15 * 60 });
});
