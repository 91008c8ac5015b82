import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { countFlaky } from './steps.js';

test('flaky tests are counted in the output of each runner', () => {
  equal(countFlaky('  2 flaky\n    [chromium] › a.spec.ts\n  40 passed (1.0m)\n'), 2);
  equal(countFlaky('....\nflaky, passed only the second time: a.test.ts, b.test.ts\n'), 2);
  equal(countFlaky('  flaky, or found again:\n    a list took 2 s\n    another one too\n'), 1);
  equal(countFlaky('....\n  277 passed\n'), 0);
});
