import { expect, test } from 'vitest';
import { createLevel, isComplete, levelBytes, toPixels } from './level.ts';

const description = {
  kind: 'volume',
  scale: 2,
  width: 2,
  height: 1,
  slices: 4,
  sampling: 'mean',
  channels: 1,
  isLossless: false,
} as const;

test('slices are ready up to the first one that is missing', () => {
  const { level, put } = createLevel(description, 12);
  put(1, Uint16Array.from([5, 6, 7, 8]));
  expect(level.ready).toBe(0);
  put(0, Uint16Array.from([1, 2]));
  expect(level.ready).toBe(3);
  expect(isComplete(level)).toBe(false);
  put(3, Uint16Array.from([9, 10]));
  expect(isComplete(level)).toBe(true);
  expect([...level.values]).toEqual([1, 2, 5, 6, 7, 8, 9, 10]);
});

test('pixels of the wrong number of bytes are damaged', () => {
  expect(toPixels(new ArrayBuffer(8), description, 2, 12)).toEqual(new Uint16Array(4));
  expect(toPixels(new ArrayBuffer(4), description, 2, 8)).toEqual(new Uint8Array(4));
  expect(() => toPixels(new ArrayBuffer(6), description, 2, 12)).toThrow(
    expect.objectContaining({ failure: 'damaged' }),
  );
});

test('a level needs two bytes for each pixel above 8 bits', () => {
  const size = { width: 400, height: 300, slices: 200 };
  const half = { scale: 2, width: 200, height: 150, slices: 100 };
  const metadata = { ...size, channels: 1, bits: 12, levels: [half] } as never;
  expect(levelBytes(metadata, 1)).toBe(400 * 300 * 200 * 2);
  expect(levelBytes(metadata, 2)).toBe(200 * 150 * 100 * 2);
  expect(levelBytes({ ...size, channels: 3, bits: 8, levels: [] } as never, 1)).toBe(
    400 * 300 * 200 * 3,
  );
});

test('a level that does not fit into memory fails', () => {
  const huge = { ...description, width: 2 ** 20, height: 2 ** 20 };
  expect(() => createLevel(huge, 12)).toThrow(expect.objectContaining({ failure: 'memory' }));
});
