import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { halve } from './levels.ts';

async function halved(
  slices: readonly (readonly number[])[],
  [width, height]: readonly [number, number],
  { channels = 1, bits = 8, depth = 2 }: { channels?: 1 | 3; bits?: number; depth?: 1 | 2 } = {},
): Promise<number[][]> {
  const output: number[][] = [];
  const half = halve({ width, height, channels, bits }, depth, async (pixels, format) => {
    assert.deepEqual([format.width, format.height], [Math.ceil(width / 2), Math.ceil(height / 2)]);
    output.push([...pixels]);
  });
  for (const slice of slices)
    await half.add(bits > 8 ? Uint16Array.from(slice) : Uint8Array.from(slice));
  await half.end();
  return output;
}

describe('a level of half the size', () => {
  test('has the mean of eight voxels', async () => {
    const slices = [
      [0, 10, 20, 30],
      [40, 50, 60, 70],
    ];
    assert.deepEqual(await halved(slices, [2, 2]), [[35]]);
  });

  test('has the mean of the voxels that exist at odd edges', async () => {
    const slice = [1, 3, 10, 5, 7, 20, 100, 200, 50];
    assert.deepEqual(await halved([slice], [3, 3]), [[4, 15, 150, 50]]);
    const three = [slice, slice, slice.map((value) => value + 2)];
    assert.deepEqual(await halved(three, [3, 3]), [
      [4, 15, 150, 50],
      [6, 17, 152, 52],
    ]);
  });

  test('keeps each frame of a stack', async () => {
    const frames = [
      [0, 0, 0, 4],
      [8, 8, 8, 8],
    ];
    assert.deepEqual(await halved(frames, [2, 2], { depth: 1 }), [[1], [8]]);
  });

  test('keeps colours apart', async () => {
    const frame = [10, 100, 200, 20, 110, 210];
    assert.deepEqual(await halved([frame], [2, 1], { channels: 3, depth: 1 }), [[15, 105, 205]]);
  });

  test('does not overflow at 16 bits', async () => {
    const slice = Array<number>(4).fill(65_535);
    assert.deepEqual(await halved([slice, slice], [2, 2], { bits: 16 }), [[65_535]]);
  });

  test('of one pixel is that pixel, and of nothing is nothing', async () => {
    assert.deepEqual(await halved([[7]], [1, 1]), [[7]]);
    assert.deepEqual(await halved([], [1, 1]), []);
  });
});
