import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cachedResult, forEachConcurrent, Semaphore } from './concurrency.ts';

test('waiters get a mutex in order, and no other caller gets it in between', async () => {
  const mutex = new Semaphore(1);
  assert.equal(mutex.tryAcquire(), true);
  assert.equal(mutex.tryAcquire(), false);
  const order: string[] = [];
  const first = mutex.acquire().then(() => order.push('first'));
  const second = mutex.acquire().then(() => order.push('second'));

  mutex.release();
  assert.equal(mutex.tryAcquire(), false);
  await first;
  assert.deepEqual(order, ['first']);
  mutex.release();
  await second;
  mutex.release();

  assert.deepEqual(order, ['first', 'second']);
  assert.equal(mutex.tryAcquire(), true);
});

test('a failed task returns its permit', async () => {
  const semaphore = new Semaphore(1);
  await assert.rejects(
    semaphore.run(() => Promise.reject(new Error('failed'))),
    /failed/,
  );
  assert.equal(semaphore.tryAcquire(), true);
});

test('a cached result is computed once; a failure is not cached', async () => {
  let calls = 0;
  const result = cachedResult(async () => {
    calls += 1;
    if (calls === 1) throw new Error('failed');
    return calls;
  });
  await Promise.all([assert.rejects(result(), /failed/), assert.rejects(result(), /failed/)]);
  assert.deepEqual(await Promise.all([result(), result()]), [2, 2]);
  assert.equal(await result(), 2);
});

test('a failure while the next item is awaited ends the list and is reported', async () => {
  const started: number[] = [];
  async function* items() {
    for (let item = 1; item <= 5; item += 1) {
      yield item;
      await new Promise(setImmediate);
    }
  }
  const work = async (item: number) => {
    started.push(item);
    if (item === 2) throw new Error('the second');
  };
  await assert.rejects(forEachConcurrent(items(), 4, work), /the second/);
  assert.deepEqual(started, [1, 2]);
});
