import { expect, test } from 'vitest';
import type { Run } from './brick-queue.ts';
import { createBrickRequests } from './brick-requests.ts';

/** How many of a hundred runs of this size are requested before the first answer, and after it. */
async function countRequests(bytes: number): Promise<[number, number]> {
  const answers: (() => void)[] = [];
  let taken = 0;
  const requests = createBrickRequests({
    queue: {
      take() {
        taken += 1;
        return taken <= 100 ? [taken, taken + 1] : undefined;
      },
      release: (_: Run) => undefined,
    },
    signal: new AbortController().signal,
    countBytes: () => bytes,
    fetchRun: () => new Promise<void>((resolve) => answers.push(resolve)),
    onChange: () => undefined,
    onFail: () => undefined,
  });
  requests.start();
  const before = answers.length;
  answers[0]?.();
  await new Promise((resolve) => setTimeout(resolve));
  return [before, answers.length];
}

test('sixteen small runs are requested at a time, and another after each answer', async () => {
  expect(await countRequests(5_000)).toEqual([16, 17]);
});

test('of large runs as many as fill the line for 0.4 s', async () => {
  expect(await countRequests(128 * 1024)).toEqual([5, 6]);
});
