import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validate, version } from 'uuid';
import { newId, newIdAfter, readInstant } from './ids.ts';

test('ids ascend, however many there are in a millisecond and wherever the clock is set', (t) => {
  // Ids of later tests in this process come after these.
  const start = Date.now();
  t.mock.timers.enable({ apis: ['Date'], now: start });
  const ids: string[] = [];
  const add = () => {
    for (let count = 0; count < 10_000; count += 1) ids.push(newId());
  };
  add();
  t.mock.timers.setTime(start - 60_000);
  add();
  t.mock.timers.setTime(start + 1_000);
  add();
  const isAfter = (id: string, index: number) => index === 0 || id > (ids[index - 1] ?? id);
  assert.ok(ids.every(isAfter));
  assert.ok(ids.every((id) => validate(id) && version(id) === 7));
  assert.equal(readInstant(ids.at(-10_000) ?? ''), new Date(start + 1_000).toISOString());
});

test('an id after one of a node whose clock is ahead is greater', () => {
  const ahead = 'f0000000-0000-7fff-bfff-ffffffffffff';
  const id = newIdAfter(ahead);
  assert.ok(id > ahead && validate(id));
});
