import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Turns } from './mutex.ts';

test('turns come in order, and nobody slips in between two of them', async () => {
  const turns = new Turns();
  assert.equal(turns.takeIfFree(), true);
  assert.equal(turns.takeIfFree(), false);
  const order: string[] = [];
  const first = turns.wait().then(() => order.push('first'));
  const second = turns.wait().then(() => order.push('second'));

  turns.give();
  assert.equal(turns.takeIfFree(), false);
  await first;
  assert.deepEqual(order, ['first']);
  turns.give();
  await second;
  turns.give();

  assert.deepEqual(order, ['first', 'second']);
  assert.equal(turns.takeIfFree(), true);
});
