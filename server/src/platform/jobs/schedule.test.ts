import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openFreshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { databaseClock } from '../db/database-clock.ts';
import { MINUTE } from '../time.ts';
import { scheduler } from './schedule.ts';

const HOUR = 60 * MINUTE;
const log = { info: () => {}, error: () => {} };

/** Two processes with one database, and work that counts itself. */
async function twoProcesses(t: TestContext) {
  const { db } = await openFreshDatabase(t);
  let time = Date.parse('2026-11-22T10:00:00Z');
  const clock = databaseClock(db, () => time);
  const counts = { work: 0 };
  const work = async () => {
    counts.work += 1;
    return 7;
  };
  const processes = [scheduler(db, clock), scheduler(db, clock)] as const;
  const [first, second] = processes.map((schedule) => schedule('sweep', HOUR, work));
  if (!first || !second) throw new Error('two processes are needed');
  const advance = (milliseconds: number) => {
    time += milliseconds;
  };
  return { first, second, counts, processes, advance };
}

test('work is done once per interval, whichever process is first', async (t) => {
  const { first, second, counts, advance } = await twoProcesses(t);
  const results = await Promise.all([first(log), second(log)]);
  assert.deepEqual(results.toSorted(), [0, 7]);
  advance(HOUR - MINUTE);
  assert.deepEqual([await first(log), await second(log)], [0, 0]);
  advance(MINUTE);
  assert.deepEqual([await second(log), await first(log)], [7, 0]);
  assert.equal(counts.work, 2);
});

test('work of different names does not wait for each other', async (t) => {
  const { first, processes } = await twoProcesses(t);
  const other = processes[1]('other', HOUR, async () => 1);
  assert.deepEqual([await first(log), await other(log)], [7, 1]);
});

test('failed work is done by the next process that asks', async (t) => {
  const { second, processes } = await twoProcesses(t);
  const failing = processes[0]('sweep', HOUR, () => Promise.reject(new Error('no disk')));
  await assert.rejects(failing(log), /no disk/);
  assert.equal(await second(log), 7);
});

test('work of a process that was killed is free after five minutes', async (t) => {
  const { second, processes, advance } = await twoProcesses(t);
  const { promise: started, resolve } = Promise.withResolvers<void>();
  const stuck = processes[0]('sweep', HOUR, () => {
    resolve();
    return new Promise<number>(() => {});
  });
  void stuck(log);
  await started;
  assert.equal(await second(log), 0);
  advance(5 * MINUTE);
  assert.equal(await second(log), 7);
});

test('a clock that is set back by a month stops no work', async (t) => {
  const { first, second, advance } = await twoProcesses(t);
  assert.equal(await first(log), 7);
  advance(-30 * 24 * HOUR);
  assert.equal(await second(log), 7);
});
