import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Semaphore } from './concurrency.ts';

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
