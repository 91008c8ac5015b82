import assert from 'node:assert/strict';
import { test } from 'node:test';
import { windowCounter } from './window-counter.ts';

function counterOnClock(capacity = 3) {
  const clock = { now: 1_000_000 };
  const counter = windowCounter({ max: 2, window: 100, capacity, now: () => clock.now });
  return { clock, counter };
}

test('reading creates no key', () => {
  const { counter } = counterOnClock();
  for (let n = 0; n < 100; n += 1) assert.equal(counter.wait(`name ${n}`), 0);
  assert.equal(counter.size(), 0);
});

test('a full key stays full despite other keys, and memory stays bounded', () => {
  const { counter } = counterOnClock();
  for (let n = 0; n < 2; n += 1) counter.add('victim');
  for (let n = 0; n < 1_000; n += 1) counter.add(`name ${n}`);
  assert.equal(counter.wait('victim'), 100);
  assert.equal(counter.size(), 3);
  assert.equal(counter.count('name 999'), 1);
});

test('with only full keys in memory a new key waits', () => {
  const { counter, clock } = counterOnClock();
  for (const key of ['a', 'b', 'c']) for (let n = 0; n < 2; n += 1) counter.add(key);
  assert.equal(counter.wait('d'), 100);
  clock.now += 100;
  assert.equal(counter.wait('d'), 0);
  assert.equal(counter.wait('a'), 0);
});

test('an event taken back reopens a full key', () => {
  const { counter, clock } = counterOnClock();
  for (let n = 0; n < 2; n += 1) counter.add('a');
  counter.remove('a', clock.now);
  assert.equal(counter.wait('a'), 0);
  counter.add('a');
  assert.equal(counter.wait('a'), 100);
});

test('a key that is below its limit again makes room for a new one', () => {
  const { counter, clock } = counterOnClock(1);
  for (let n = 0; n < 2; n += 1) counter.add('a');
  counter.remove('a', clock.now);
  assert.equal(counter.wait('b'), 0);
  counter.add('b');
  assert.deepEqual([counter.count('a'), counter.count('b')], [0, 1]);
});

test('a full key that is forgotten counts from nothing', () => {
  const { counter } = counterOnClock();
  for (let n = 0; n < 2; n += 1) counter.add('a');
  counter.forget('a');
  assert.deepEqual([counter.wait('a'), counter.count('a'), counter.size()], [0, 0, 0]);
});

test('an expired window makes room, also after a full key whose window is not', () => {
  const { counter, clock } = counterOnClock(2);
  counter.add('early');
  clock.now += 50;
  for (let n = 0; n < 2; n += 1) counter.add('late');
  counter.add('early');
  clock.now += 50;
  assert.equal(counter.wait('new'), 0);
});
