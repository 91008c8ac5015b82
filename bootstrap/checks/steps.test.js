import { equal } from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTemporaryFolder } from '../setup/temporary-folder.js';
import { countFailed, countFlaky, runSteps } from './steps.js';

test('flaky tests are counted in the output of each runner', () => {
  equal(countFlaky('  2 flaky\n    [chromium] › a.spec.ts\n  40 passed (1.0m)\n'), 2);
  equal(countFlaky('....\nflaky, passed only the second time: a.test.ts, b.test.ts\n'), 2);
  equal(countFlaky('  flaky, or found again:\n    a list took 2 s\n    another one too\n'), 1);
  equal(countFlaky('....\n  277 passed\n'), 0);
});

test('the failed journeys of a run are counted', () => {
  equal(countFailed('  2 failed\n    a.spec.ts\n  1 skipped\n  277 passed (30.8m)\n'), 2);
  equal(countFailed('  277 passed (30.8m)\n'), 0);
});

/** A step that prints that so many tests failed, and fails. @param {number} failed */
const failing = (failed) => ({
  name: 'journeys',
  words: ['node', '-e', `console.log('  ${failed} failed'); process.exit(1)`],
});

test('failed tests run once more after all other steps, and count as flaky if they pass then', async () => {
  const mark = join(createTemporaryFolder(), 'last-step');
  const last = { name: 'last', words: ['node', '-e', `fs.writeFileSync('${mark}', '')`] };
  const passesThen = ['node', '-e', `process.exit(fs.existsSync('${mark}') ? 0 : 1)`];
  equal(await runSteps([{ ...failing(1), repeat: passesThen }, last], 1), true);
  equal(existsSync(mark), true);
  equal(await runSteps([{ ...failing(5), repeat: passesThen }], 1), false, 'too many of them');
  rmSync(mark);
  equal(await runSteps([{ ...failing(1), repeat: passesThen }], 1), false, 'failed again');
  equal(await runSteps([failing(1)], 1), false);
});
