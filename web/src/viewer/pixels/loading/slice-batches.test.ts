import { expect, test } from 'vitest';
import { batchSlices } from './slice-batches.ts';

async function* readChunks(bytes: Uint8Array, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.slice(start, start + size);
}

async function batch(lengths: readonly number[], chunkSize: number) {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const bytes = Uint8Array.from({ length: total }, (_, index) => index % 251);
  const batches = await Array.fromAsync(batchSlices(readChunks(bytes, chunkSize), lengths));
  const joined = batches.flatMap((each) => [...each.bytes]);
  expect(joined).toEqual([...bytes]);
  expect(batches.flatMap((each) => each.lengths)).toEqual(lengths);
  let next = 0;
  for (const { first, lengths, bytes } of batches) {
    expect(first).toBe(next);
    next += lengths.length;
    expect(bytes.length).toBe(lengths.reduce((sum, length) => sum + length, 0));
  }
  return batches.map(({ lengths }) => lengths.length);
}

test('slices leave as soon as their last byte has arrived', async () => {
  expect(await batch([10, 20, 30], 15)).toEqual([1, 1, 1]);
  expect(await batch([10, 20, 30], 30)).toEqual([2, 1]);
});

test('small slices share a batch, large ones do not', async () => {
  expect(await batch(Array<number>(100).fill(1000), 100_000)).toEqual([50, 50]);
  expect(await batch([60_000, 60_000, 60_000], 180_000)).toEqual([1, 1, 1]);
});

test('a slice without bytes belongs to the batch before it', async () => {
  expect(await batch([5, 0, 5], 100)).toEqual([3]);
});
