import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { countInSlices } from './count-in-slices.ts';

const ROWS = 500_000;
const NUMBERS = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers limit ?)
  select n from numbers`;

test('other requests are answered while the rows of a common name are counted', async () => {
  const { count, close } = countInSlices(() => new DatabaseSync(':memory:'));
  let iterations = 0;
  let isCounting = true;
  const takeTurn = () => {
    iterations += 1;
    if (isCounting) setImmediate(takeTurn);
  };
  setImmediate(takeTurn);
  const total = await count(CompiledQuery.raw(NUMBERS, [ROWS]));
  isCounting = false;
  close();
  assert.equal(total, ROWS);
  assert.ok(iterations > 3, `${iterations} iterations of the event loop`);
});
