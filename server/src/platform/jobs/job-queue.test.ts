import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { KIND, newHandler, newQueues, untilTrue, writeEffect } from '@deqiq/testkit/jobs/queues.ts';
import { diskFull } from '../errors.ts';
import { SECOND } from '../time.ts';
import { type Job, LeaseLostError, PermanentFailure } from './job.ts';

const HOUR = 3_600 * SECOND;

/** A promise with its resolver, for a handler that a test holds. */
const gate = () => Promise.withResolvers<void>();

describe('a job exists exactly if the transaction that requested it was committed', () => {
  test('a rollback leaves none, and a commit wakes the worker at once', async (t) => {
    const { db, rows, add, start, effects, whenDone } = await newQueues(t);
    const queue = start(newHandler(async ({ subject }) => writeEffect(subject)));
    const rolledBack = db.transaction().execute(async (tx) => {
      await queue.enqueue(tx, { kind: KIND, subject: 'a' });
      throw new Error('no');
    });
    await assert.rejects(rolledBack, /no/);
    queue.wake();
    assert.deepEqual(await rows(), []);

    await add(queue, 'b');

    await whenDone();
    assert.deepEqual(await rows(), []);
    assert.deepEqual(await effects(), [{ subject: 'b', worker: '' }]);
  });

  test('a job of another process is found by a notification, on SQLite by a search', async (t) => {
    const queues = await newQueues(t);
    const timing = queues.dialect === 'sqlite' ? { pollInterval: 5 } : {};
    const ran = gate();
    const handler = newHandler(async () => void ran.resolve());
    await queues.startElsewhere(handler, { timing });
    await queues.add(queues.newQueue(), 'a');
    await ran.promise;
    await queues.whenDone();
  });

  test('a job for later waits for its time, and background work for everything else', async (t) => {
    const { db, now, add, start, newQueue, advance, whenDone, rows } = await newQueues(t);
    const order: string[] = [];
    const waiting = newQueue();
    await db.transaction().execute(async (tx) => {
      await waiting.enqueue(tx, { kind: KIND, subject: 'background', isBackground: true });
      await waiting.enqueue(tx, { kind: KIND, subject: 'lifted', isBackground: true });
    });
    advance(SECOND);
    await add(waiting, 'normal');
    await add(waiting, 'lifted');
    await add(waiting, 'later', { runAt: new Date(now() + HOUR).toISOString() });
    const queue = start(newHandler(async ({ subject }) => void order.push(subject)));
    await untilTrue(async () => (await rows()).length === 1);
    assert.deepEqual(order, ['lifted', 'normal', 'background']);
    advance(HOUR);
    queue.wake();
    await whenDone();
    assert.equal(order.at(-1), 'later');
  });
});

test('a search claims only the kinds that have a due job', async (t) => {
  const { db, now, newQueue } = await newQueues(t);
  const waiting = newQueue();
  const later = new Date(now() + HOUR).toISOString();
  await db.transaction().execute(async (tx) => {
    for (const kind of ['b', 'd']) await waiting.enqueue(tx, { kind, subject: kind });
    await waiting.enqueue(tx, { kind: 'c', subject: 'c', runAt: later });
  });
  const ran: string[] = [];
  const queue = newQueue();
  for (const kind of ['a', 'b', 'c', 'd', 'e'])
    queue.handle(
      kind,
      newHandler(async ({ subject }) => void ran.push(subject)),
    );
  const executed = t.mock.method(db.getExecutor(), 'executeQuery');
  queue.start();
  await untilTrue(async () => ran.length === 2);
  assert.deepEqual(ran, ['b', 'd']);
  await untilTrue(async () => (await queue.count()).every(({ running }) => running === 0));
  const claimed = executed.mock.calls
    .map(({ arguments: [query] }) => query)
    .filter(({ sql }) => sql.startsWith('with "next"'))
    .map(({ parameters }) => parameters[0]);
  assert.deepEqual(new Set(claimed), new Set(['b', 'd']));
});

describe('senders', () => {
  test('take turns, however many jobs one of them has requested before', async (t) => {
    const { db, start, newQueue, advance, whenDone } = await newQueues(t);
    const order: string[] = [];
    const waiting = newQueue();
    const add = async (sender: string, subject: string) => {
      await db.transaction().execute((tx) => waiting.enqueue(tx, { kind: KIND, subject, sender }));
      advance(SECOND);
    };
    for (const subject of ['a1', 'a2', 'a3', 'a4']) await add('a', subject);
    for (const subject of ['b1', 'b2']) await add('b', subject);
    await add('c', 'c1');
    start({ ...newHandler(async ({ subject }) => void order.push(subject)), concurrency: 1 });
    await whenDone();
    assert.deepEqual(order, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  test('never have two jobs running at a time, and leave the second worker to others', async (t) => {
    const { db, start, whenDone } = await newQueues(t);
    const firstOfA = gate();
    const other = gate();
    const began: string[] = [];
    const queue = start({
      ...newHandler(async ({ subject }) => {
        began.push(subject);
        if (subject === 'b1') other.resolve();
        if (subject === 'a1') await firstOfA.promise;
      }),
      concurrency: 2,
      isShared: true,
    });
    await db.transaction().execute(async (tx) => {
      for (const subject of ['a1', 'a2'])
        await queue.enqueue(tx, { kind: KIND, subject, sender: 'a' });
      await queue.enqueue(tx, { kind: KIND, subject: 'b1', sender: 'b' });
    });
    await other.promise;
    assert.deepEqual(began, ['a1', 'b1']);
    firstOfA.resolve();
    await whenDone();
    assert.deepEqual(began, ['a1', 'b1', 'a2']);
  });
});

describe('the same work requested twice', () => {
  test('while it waits is one job, with the latest payload and the earlier time', async (t) => {
    const { now, add, start, newQueue, rows, whenDone } = await newQueues(t);
    const waiting = newQueue();
    const later = new Date(now() + HOUR).toISOString();
    await add(waiting, 'a', { part: 'first', runAt: later });
    await add(waiting, 'a', { part: 'second' });
    await add(waiting, 'a', { part: 'third', runAt: later });
    assert.equal((await rows()).length, 1);
    const parts: unknown[] = [];
    start(newHandler(async ({ payload }) => void parts.push(payload.part)));
    await whenDone();
    assert.deepEqual(parts, ['third']);
  });

  test('while it is running runs once more afterwards, however often', async (t) => {
    const { add, start, effects, whenDone } = await newQueues(t);
    const started = gate();
    const goOn = gate();
    const parts: unknown[] = [];
    const queue = start(
      newHandler(async ({ subject, payload, attempt }) => {
        parts.push([payload.part, attempt]);
        started.resolve();
        await goOn.promise;
        return writeEffect(subject);
      }),
    );
    await add(queue, 'a', { part: 'first' });
    await started.promise;
    for (const part of ['second', 'third']) await add(queue, 'a', { part });
    goOn.resolve();
    await whenDone();
    assert.deepEqual(parts, [
      ['first', 1],
      ['third', 1],
    ]);
    assert.equal((await effects()).length, 2);
  });

  test('after it failed for good starts again', async (t) => {
    const { add, start, rows, whenDone, effects } = await newQueues(t);
    let works = false;
    const queue = start(
      newHandler(async ({ subject }) => {
        if (!works) throw new PermanentFailure('broken');
        return writeEffect(subject);
      }),
    );
    await add(queue, 'a');
    await whenDone();
    works = true;
    await add(queue, 'a');
    await untilTrue(async () => (await rows()).length === 0);
    assert.equal((await effects()).length, 1);
  });

  test('while its last attempt fails is not a failure', async (t) => {
    const { add, start, rows, whenDone } = await newQueues(t);
    const started = gate();
    const goOn = gate();
    const failed: string[] = [];
    let runs = 0;
    const queue = start(
      newHandler(
        async () => {
          started.resolve();
          await goOn.promise;
          runs += 1;
          if (runs === 1) throw new PermanentFailure('broken');
          return undefined;
        },
        { onFailed: async (_tx, _job, reason) => void failed.push(reason) },
      ),
    );
    await add(queue, 'a');
    await started.promise;
    await add(queue, 'a');
    goOn.resolve();
    await whenDone();
    assert.deepEqual([runs, failed, await rows()], [2, [], []]);
  });
});

describe('a job that fails', () => {
  test('writes nothing, and is tried again after a time that doubles, until its last attempt', async (t) => {
    const { now, add, start, rows, advance, effects, logged } = await newQueues(t);
    const failures: [Job, string][] = [];
    const queue = start(
      newHandler(
        async ({ subject }) =>
          async (tx) => {
            await writeEffect(subject)(tx);
            throw new Error('no effect');
          },
        {
          maxAttempts: 4,
          backoff: { first: 10 * SECOND, max: 25 * SECOND },
          async onFailed(tx, job, reason) {
            failures.push([job, reason]);
            await writeEffect('failed', reason)(tx);
          },
        },
      ),
    );
    await add(queue, 'a', { part: 'secret' });
    const delays: number[] = [];
    for (const attempts of [1, 2, 3]) {
      await untilTrue(async () => {
        const [row] = await rows();
        return row?.attempts === attempts && row.lease_token === null;
      });
      const [row] = await rows();
      assert.equal(row?.last_error, 'no effect');
      assert.deepEqual(await effects(), []);
      const delay = Date.parse(row.run_at) - now();
      delays.push(delay / SECOND);
      advance(delay - 1);
      queue.wake();
      await queue.count();
      assert.equal((await rows())[0]?.attempts, attempts, 'not before its time');
      advance(1);
      queue.wake();
    }
    await untilTrue(async () => (await rows())[0]?.failed_at !== null);
    assert.deepEqual(delays, [10, 20, 25]);
    assert.deepEqual(await effects(), [{ subject: 'failed', worker: 'no effect' }]);
    const [[job] = []] = failures;
    assert.deepEqual([failures.length, job?.subject, job?.attempt], [1, 'a', 4]);
    advance(24 * HOUR);
    queue.wake();
    assert.equal((await rows())[0]?.attempts, 4);
    assert.deepEqual(
      logged.map(({ message }) => message),
      [...Array(3).fill('a job failed and is tried again'), 'a job failed for good'],
    );
    assert.doesNotMatch(JSON.stringify(logged), /secret/);
    assert.match(JSON.stringify(logged), /"kind":"work","subject":"a"/);
  });

  test('waits up to half as long, so that jobs that failed together do not come together', async (t) => {
    const { now, add, start, rows } = await newQueues(t);
    const handler = newHandler(async () => Promise.reject(new Error('no')));
    await add(start(handler, { random: () => 1 }), 'a');
    await untilTrue(async () => (await rows())[0]?.last_error === 'no');
    assert.equal(Date.parse((await rows())[0]?.run_at ?? '') - now(), 5 * SECOND);
  });

  test('for good is not tried again, and says so in the transaction that marks it', async (t) => {
    const { add, start, rows, advance, effects, whenDone } = await newQueues(t);
    let works = false;
    const queue = start(
      newHandler(async () => Promise.reject(new PermanentFailure('damaged')), {
        async onFailed(tx, { subject }, reason) {
          await writeEffect(subject, reason)(tx);
          if (!works) throw new Error('not now');
        },
      }),
    );
    await add(queue, 'a');
    await untilTrue(async () => (await rows())[0]?.last_error === 'damaged');
    assert.equal((await rows())[0]?.failed_at, null);
    assert.deepEqual(await effects(), []);
    works = true;
    advance(2 * HOUR);
    queue.wake();
    await whenDone();
    assert.deepEqual(await effects(), [{ subject: 'a', worker: 'damaged' }]);
  });

  test('to commit discards what it has made, if it is certain that nothing was committed', async (t) => {
    const { add, start, rows } = await newQueues(t);
    const errors: Error[] = [diskFull(), new Error('the connection was lost')];
    const discarded: string[] = [];
    const queue = start(
      newHandler(async ({ subject }) =>
        Object.assign(() => Promise.reject(errors.shift() ?? new Error('too many attempts')), {
          discard: async () => void discarded.push(subject),
        }),
      ),
    );
    for (const subject of ['on a full disk', 'without an answer']) {
      await add(queue, subject);
      await untilTrue(async () => (await rows()).every(({ last_error }) => last_error !== null));
    }
    assert.deepEqual(discarded, ['on a full disk']);
  });

  test('because of a payload of another version fails for good without its handler', async (t) => {
    const { db, newQueue, start, rows, whenDone } = await newQueues(t);
    await db
      .transaction()
      .execute((tx) => newQueue().enqueue(tx, { kind: KIND, subject: 'a', payload: { part: 7 } }));
    start(newHandler(() => assert.fail('it runs')));
    await whenDone();
    assert.match((await rows())[0]?.last_error ?? '', /not one of this version/);
  });
});

describe('a lease', () => {
  test('that has ended is claimed by another worker, and the first one commits nothing', async (t) => {
    const { add, start, startElsewhere, advance, effects, whenDone, logged } = await newQueues(t);
    const started = gate();
    const goOn = gate();
    const slow = newHandler(async ({ subject }) => {
      started.resolve();
      await goOn.promise;
      return writeEffect(subject, 'slow');
    });
    await add(start(slow), 'a');
    await started.promise;
    const attempts: number[] = [];
    const takenOver = gate();
    const finish = gate();
    const other = await startElsewhere(
      newHandler(async ({ subject, attempt }) => {
        attempts.push(attempt);
        takenOver.resolve();
        await finish.promise;
        return writeEffect(subject, 'other');
      }),
    );
    advance(29 * SECOND);
    other.wake();
    await other.count();
    assert.deepEqual(attempts, []);
    advance(2 * SECOND);
    other.wake();
    await takenOver.promise;
    goOn.resolve();
    await untilTrue(async () => logged.length === 1);
    assert.deepEqual(await effects(), []);
    finish.resolve();
    await whenDone();
    assert.deepEqual(attempts, [2]);
    assert.deepEqual(await effects(), [{ subject: 'a', worker: 'other' }]);
    assert.equal(logged[0]?.message, 'a job was claimed by another worker');
  });

  test('is extended while the handler works', async (t) => {
    const { now, add, start, startElsewhere, advance, rows } = await newQueues(t);
    const started = gate();
    const goOn = gate();
    const slow = newHandler(async () => {
      started.resolve();
      await goOn.promise;
      return undefined;
    });
    await add(start(slow, { timing: { heartbeat: 5 } }), 'a');
    await started.promise;
    const other = await startElsewhere(newHandler(() => assert.fail('it runs')));
    for (let moved = 0; moved < 3; moved += 1) {
      advance(20 * SECOND);
      const end = new Date(now() + 30 * SECOND).toISOString();
      await untilTrue(async () => (await rows())[0]?.run_at === end);
      other.wake();
      await other.count();
    }
    assert.equal((await rows())[0]?.attempts, 1);
    goOn.resolve();
  });

  test('that is lost aborts the handler', async (t) => {
    const { db, add, start, effects } = await newQueues(t);
    const started = gate();
    const aborted = Promise.withResolvers<unknown>();
    const slow = newHandler(async ({ subject }, signal) => {
      signal.addEventListener('abort', () => aborted.resolve(signal.reason));
      started.resolve();
      await aborted.promise;
      return writeEffect(subject);
    });
    await add(start(slow, { timing: { heartbeat: 5 } }), 'a');
    await started.promise;
    await db.updateTable('jobs').set({ lease_token: 'of another' }).execute();
    assert.ok((await aborted.promise) instanceof LeaseLostError);
    assert.deepEqual(await effects(), []);
  });

  test('uses the clock of the database, not that of a process', async (t) => {
    const queues = await newQueues(t);
    if (queues.dialect === 'sqlite') return t.skip('SQLite has one process');
    const started = gate();
    const goOn = gate();
    const real = Date.now;
    const slow = newHandler(async () => {
      started.resolve();
      await goOn.promise;
      return undefined;
    });
    const clock = t.mock.method(Date, 'now', () => real() - 5 * 60 * SECOND);
    const behind = await queues.startElsewhere(slow, { now: undefined });
    await queues.add(behind, 'a');
    await started.promise;
    // A second mock of the method would leave the first one behind after the test.
    clock.mock.mockImplementation(() => real() + 5 * 60 * SECOND);
    const ahead = await queues.startElsewhere(
      newHandler(() => assert.fail('it runs')),
      {
        now: undefined,
      },
    );
    ahead.wake();
    assert.equal((await ahead.count())[0]?.running, 1);
    assert.ok(((await ahead.count())[0]?.oldest ?? 99) < 60);
    goOn.resolve();
    await queues.whenDone();
  });
});
