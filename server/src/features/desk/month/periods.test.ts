import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparePeriods } from './periods.ts';

const compare = (from: string, to: string) => {
  const { before, lastYear } = comparePeriods({ from, to });
  return [before, lastYear].map((days) => `${days.from} ${days.to}`);
};

test('whole months are compared with as many whole months, other days with as many days before', () => {
  assert.deepEqual(compare('2026-03-01', '2026-03-31'), [
    '2026-02-01 2026-02-28',
    '2025-03-01 2025-03-31',
  ]);
  assert.deepEqual(compare('2026-01-01', '2026-03-31'), [
    '2025-10-01 2025-12-31',
    '2025-01-01 2025-03-31',
  ]);
  assert.deepEqual(compare('2025-02-01', '2025-02-28'), [
    '2025-01-01 2025-01-31',
    '2024-02-01 2024-02-29',
  ]);
  assert.deepEqual(compare('2026-03-02', '2026-03-08'), [
    '2026-02-23 2026-03-01',
    '2025-03-02 2025-03-08',
  ]);
});
