import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { KIND, newHandler, newQueues, untilTrue, writeEffect } from '@deqiq/testkit/jobs/queues.ts';
import { startChild } from '@deqiq/testkit/process/child-process.ts';
import { sql } from 'kysely';
import { MINUTE } from '../time.ts';

const CHILD = new URL('../../../../testkit/src/jobs/worker-child.ts', import.meta.url);

/** Attempts of the worker in a process of its own, each on data of its own. */
type Location = Awaited<ReturnType<typeof newQueues>>['location'];
const childOf = ({ dataDir, url = '' }: Location, mode: 'hang' | 'die', ahead: number) =>
  startChild(CHILD, [mode, String(ahead)], { DATA_DIR: dataDir, DATABASE_URL: url });

describe('several workers', () => {
  test('share 200 jobs: each starts once and takes effect once', { timeout: MINUTE }, async (t) => {
    const { db, start, startElsewhere, effects, whenDone } = await newQueues(t);
    const starts = new Map<string, string[]>();
    const worker = (name: string) =>
      newHandler(
        async ({ subject }) => {
          starts.set(subject, [...(starts.get(subject) ?? []), name]);
          await new Promise(setImmediate);
          return writeEffect(subject, name);
        },
        { concurrency: 4 },
      );
    const one = start(worker('one'));
    await startElsewhere(worker('other'));
    await db.transaction().execute(async (tx) => {
      for (let number = 0; number < 200; number += 1)
        await one.enqueue(tx, { kind: KIND, subject: `job-${number}` });
    });
    await whenDone();
    const done = await effects();
    assert.equal(done.length, 200);
    assert.equal(new Set(done.map(({ subject }) => subject)).size, 200);
    assert.deepEqual(
      [...starts.values()].filter((names) => names.length > 1),
      [],
    );
  });

  test('run no more at a time than their concurrency', async (t) => {
    const { db, start, whenDone } = await newQueues(t);
    let running = 0;
    let max = 0;
    const handler = newHandler(
      async () => {
        running += 1;
        max = Math.max(max, running);
        await new Promise(setImmediate);
        running -= 1;
        return undefined;
      },
      { concurrency: 3 },
    );
    const queue = start(handler);
    await db.transaction().execute(async (tx) => {
      for (let number = 0; number < 20; number += 1)
        await queue.enqueue(tx, { kind: KIND, subject: String(number) });
    });
    await whenDone();
    assert.equal(max, 3);
  });

  test('do not wait for a job that a transaction has locked', { timeout: MINUTE }, async (t) => {
    const { db, dialect, add, start, newQueue, rows } = await newQueues(t);
    if (dialect === 'sqlite') return t.skip('SQLite locks no rows');
    const waiting = newQueue();
    await add(waiting, 'a');
    await add(waiting, 'b');
    const ran = Promise.withResolvers<string>();
    let isPaused = true;
    start(
      newHandler(async ({ subject }) => void ran.resolve(subject)),
      {
        isPaused: () => isPaused,
        timing: { pollInterval: 5 },
      },
    );
    await db.transaction().execute(async (tx) => {
      await waiting.enqueue(tx, { kind: KIND, subject: 'a' });
      isPaused = false;
      assert.equal(await ran.promise, 'b');
    });
    await untilTrue(async () => (await rows()).length === 0);
  });
});

describe('a process that is killed', () => {
  test('in the middle of a job has it repeated by another one', { timeout: MINUTE }, async (t) => {
    const { location, add, newQueue, start, advance, now, effects, whenDone, rows } =
      await newQueues(t);
    advance(Date.now() - now());
    await add(newQueue(), 'a');
    const child = childOf(location, 'hang', 0);
    await child.waitForOutput(/attempt 1/);
    await child.end('SIGKILL');
    const attempts: number[] = [];
    const queue = start(
      newHandler(async ({ subject, attempt }) => {
        attempts.push(attempt);
        return writeEffect(subject);
      }),
    );
    await queue.count();
    assert.equal((await rows()).length, 1, 'its lease has not ended');
    advance(Date.now() - now() + MINUTE);
    queue.wake();
    await whenDone();
    assert.deepEqual(attempts, [2]);
    assert.equal((await effects()).length, 1);
  });

  test('by its job in every attempt ends the job after the last one', {
    timeout: MINUTE,
  }, async (t) => {
    const { location, add, newQueue, advance, now, effects, rows } = await newQueues(t);
    advance(Date.now() - now());
    await add(newQueue(), 'a');
    for (const attempt of [1, 2]) {
      const child = childOf(location, 'die', (attempt - 1) * MINUTE);
      await Promise.all([child.waitForOutput(new RegExp(`attempt ${attempt}`)), child.ended]);
    }
    const last = childOf(location, 'die', 2 * MINUTE);
    await last.waitForOutput(/failed/);
    await untilTrue(async () => (await rows())[0]?.failed_at !== null);
    await last.end('SIGKILL');
    assert.deepEqual(await effects(), [
      { subject: 'a', worker: 'the process ended in every attempt' },
    ]);
  });
});

describe('a shutdown', () => {
  test('interrupts a handler, and another process starts its job at once without a lost attempt', async (t) => {
    const { add, start, startElsewhere, effects, whenDone } = await newQueues(t);
    const started = Promise.withResolvers<void>();
    const interruptible = newHandler(async (_job, signal) => {
      started.resolve();
      await new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
      return undefined;
    });
    const queue = start(interruptible);
    await add(queue, 'a');
    await started.promise;
    const attempts: number[] = [];
    const other = await startElsewhere(
      newHandler(async ({ subject, attempt }) => {
        attempts.push(attempt);
        return writeEffect(subject);
      }),
    );
    await queue.stop();
    if (other && (await other.count()).length > 0) other.wake();
    await whenDone();
    assert.deepEqual(attempts, [1]);
    assert.equal((await effects()).length, 1);
  });

  test('waits for a handler that finishes all the same, and keeps its effects', async (t) => {
    const { add, start, effects, rows } = await newQueues(t);
    const started = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const queue = start(
      newHandler(async ({ subject }) => {
        started.resolve();
        await goOn.promise;
        return writeEffect(subject);
      }),
    );
    await add(queue, 'a');
    await started.promise;
    const stopped = queue.stop();
    goOn.resolve();
    await stopped;
    assert.deepEqual(await rows(), []);
    assert.equal((await effects()).length, 1);
  });

  test('gives back what does not end in time, and its handler commits nothing later', async (t) => {
    const { add, start, effects, rows, logged } = await newQueues(t);
    const started = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const stubborn = newHandler(async ({ subject }) => {
      started.resolve();
      await goOn.promise;
      return writeEffect(subject, 'too late');
    });
    const queue = start(stubborn, { timing: { grace: 1 } });
    await add(queue, 'a');
    await started.promise;
    await queue.stop();
    const [row] = await rows();
    assert.deepEqual([row?.attempts, row?.lease_token], [0, null]);
    goOn.resolve();
    await untilTrue(async () => logged.length === 1);
    assert.deepEqual(await effects(), []);
  });

  test('claims nothing from its beginning on', async (t) => {
    const { add, start, rows } = await newQueues(t);
    const handler = newHandler(() => assert.fail('it runs'));
    const queue = start(handler, { isPaused: () => true });
    await add(queue, 'a');
    await queue.stop();
    assert.equal((await rows())[0]?.attempts, 0);
    await add(queue, 'b');
    assert.equal((await rows()).length, 2);
  });
});

test('jobs are counted by kind, with the time for which the oldest is due', async (t) => {
  const { db, add, start, newQueue, advance, now } = await newQueues(t);
  const started = Promise.withResolvers<void>();
  const handler = newHandler(
    async ({ subject }) => {
      if (subject === 'broken') throw new Error('no');
      started.resolve();
      await new Promise(() => {});
      return undefined;
    },
    { maxAttempts: 1 },
  );
  const queue = start(handler, { timing: { grace: 1 } });
  const none = { waiting: 0, running: 0, failed: 0, oldest: 0 };
  assert.deepEqual(await queue.count(), [{ kind: KIND, ...none }]);
  await add(queue, 'broken');
  await untilTrue(async () => (await queue.count())[0]?.failed === 1);
  await add(queue, 'a');
  await started.promise;
  await add(queue, 'b', { runAt: new Date(now() + 1_000).toISOString() });
  const elsewhere = { kind: 'of a newer version', subject: 'x', isBackground: true };
  await db.transaction().execute((tx) => newQueue().enqueue(tx, elsewhere));
  advance(20_000);
  const counts = (await queue.count()).toSorted((one, other) => other.kind.localeCompare(one.kind));
  assert.deepEqual(counts, [
    { kind: KIND, waiting: 1, running: 1, failed: 1, oldest: 20 },
    { kind: elsewhere.kind, waiting: 1, running: 0, failed: 0, oldest: 0 },
  ]);

  assert.equal(await queue.sweep(), 0);
  advance(31 * 24 * 60 * MINUTE);
  assert.equal(await queue.sweep(), 1);
  const [remaining] = (await sql<{ n: number }>`select count(*) as n from jobs`.execute(db)).rows;
  assert.equal(Number(remaining?.n), 3);
});
