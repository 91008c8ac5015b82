import { expect, test } from 'vitest';
import { createBrickRequests } from './brick-requests.ts';

/** How many of a hundred batches of this size are requested before the first answer, and after it. */
async function countRequests(bytes: number): Promise<[number, number]> {
  const answers: (() => void)[] = [];
  let taken = 0;
  const requests = createBrickRequests({
    queue: {
      arrived: [],
      take() {
        taken += 1;
        return taken <= 100 ? [taken] : [];
      },
      release: () => undefined,
      countBytes: () => bytes,
    },
    signal: new AbortController().signal,
    fetchBatch: () => new Promise<void>((resolve) => answers.push(resolve)),
    onChange: () => undefined,
    onFail: () => undefined,
  });
  requests.start();
  const before = answers.length;
  answers[0]?.();
  await new Promise((resolve) => setTimeout(resolve));
  return [before, answers.length];
}

test('as many batches are requested at a time as fill the line for 0.4 s', async () => {
  expect(await countRequests(128 * 1024)).toEqual([5, 6]);
});
