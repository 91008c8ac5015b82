import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { openFreshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { passwordAttempts } from '../../features/people/auth/attempts.service.ts';
import { MINUTE } from '../time.ts';
import type { Limits } from './limits.ts';
import { openLimits } from './open-limits.ts';
import { rateLimiter } from './rate-limiter.ts';

const HOUR = 60 * MINUTE;

/** The limits of two processes with one database, and a clock that the test moves. */
async function newLimits(t: TestContext) {
  const { db } = await openFreshDatabase(t);
  const clock = { now: Date.parse('2026-11-20T07:00:00Z') };
  const open = () => openLimits(db, () => clock.now);
  return { db, clock, limits: open(), elsewhere: open() };
}

const perMinute = (max: number) => [{ name: 'requests', max, window: MINUTE }];

describe('after the clock is set back', () => {
  test('no client waits longer than a window', async (t) => {
    const { limits, clock } = await newLimits(t);
    const limiter = rateLimiter({ enabled: true, limits, per: perMinute(1) });
    assert.equal(await limiter.consume('192.0.2.1'), 0);
    assert.equal(await limiter.consume('192.0.2.1'), MINUTE);
    clock.now -= HOUR;
    assert.equal(await limiter.consume('192.0.2.1'), 0);
    assert.equal(await limiter.consume('192.0.2.1'), MINUTE);
  });

  test('no sign-in waits longer than a window', async (t) => {
    const { limits, clock } = await newLimits(t);
    const attempts = passwordAttempts({ enabled: true, limits });
    const fail = () =>
      attempts.start({ account: 'admin sevda', address: '192.0.2.1', isReal: true });
    for (let n = 0; n < 10; n += 1) await fail();
    await assert.rejects(fail, { status: 429, retryAfter: 15 * 60 });
    clock.now -= HOUR;
    for (let n = 0; n < 10; n += 1) await fail();
    await assert.rejects(fail, { status: 429, retryAfter: 15 * 60 });
  });
});

test('of requests at once, exactly as many as allowed are counted', async (t) => {
  const { limits } = await newLimits(t);
  const limiter = rateLimiter({ enabled: true, limits, per: perMinute(7) });
  const waits = await Promise.all(Array.from({ length: 30 }, () => limiter.consume('192.0.2.1')));
  assert.equal(waits.filter((wait) => wait === 0).length, 7);
});

test('what is taken back may be used again, but not in a later window', async (t) => {
  const { limits, clock } = await newLimits(t);
  const [limit] = perMinute(2);
  if (!limit) throw new Error('there is no limit');
  const count = () => limits.count([{ limit, key: 'one' }]);
  const first = await count();
  assert.ok(first.isAllowed && first.counts[0] === 1);
  await count();
  assert.equal((await count()).isAllowed, false);
  await first.undo();
  assert.equal((await count()).isAllowed, true);
  clock.now += MINUTE;
  await count();
  await first.undo();
  await count();
  assert.equal((await count()).isAllowed, false);
});

test('a full key stops the event for all keys; one that is only counted stops nothing', async (t) => {
  const { limits } = await newLimits(t);
  const [limit] = perMinute(1);
  if (!limit) throw new Error('there is no limit');
  await limits.count([{ limit, key: 'full' }]);
  const refused = await limits.count([
    { limit, key: 'other' },
    { limit, key: 'full' },
  ]);
  assert.deepEqual(refused, { isAllowed: false, waits: [0, MINUTE] });
  assert.deepEqual(await limits.waits([{ limit, key: 'other' }]), [0]);
  const counted = await limits.count([{ limit, key: 'full', isOnlyCounted: true }]);
  assert.deepEqual(counted.isAllowed && counted.counts, [2]);
});

test('several nodes share one limit, and past windows are removed', {
  skip: process.env.TEST_DATABASE !== 'postgres' && 'SQLite has one process',
}, async (t) => {
  const { db, clock, limits, elsewhere } = await newLimits(t);
  const at = (node: Limits) => rateLimiter({ enabled: true, limits: node, per: perMinute(10) });
  const nodes = [at(limits), at(elsewhere)];
  const requests = Array.from({ length: 40 }, (_, n) => nodes[n % 2]?.consume('192.0.2.1'));
  assert.equal((await Promise.all(requests)).filter((wait) => wait === 0).length, 10);
  const rows = await db.selectFrom('rate_limits').selectAll().execute();
  assert.equal(rows.length, 1);
  assert.doesNotMatch(JSON.stringify(rows), /192/);
  assert.equal(await limits.sweep(), 0);
  clock.now += MINUTE;
  assert.equal(await elsewhere.sweep(), 1);
});
