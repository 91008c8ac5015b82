import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BrickGrid, brickBox, countBricks } from '@deqiq/contract/shared/imaging/bricks.ts';
import { randomFrom } from '@deqiq/testkit/random.ts';
import { brickMaxima } from './brick-maxima.ts';
import { withChecksum } from './checksum.ts';

type Voxel = readonly [x: number, y: number, z: number];

/** The highest of some voxels that lie in a brick or next to it. */
function findHighest(grid: BrickGrid, brick: number, voxels: ReadonlyMap<Voxel, number>): number {
  const { first, size } = brickBox(grid, brick);
  const isNear = (at: number, axis: 0 | 1 | 2) =>
    at >= first[axis] - 1 && at <= first[axis] + size[axis];
  const near = [...voxels].filter(([[x, y, z]]) => isNear(x, 0) && isNear(y, 1) && isNear(z, 2));
  return Math.max(0, ...near.map(([, value]) => value));
}

for (const [bits, depth] of [
  [12, 10],
  [16, 32],
  [8, 6],
] as const)
  test(`the highest pixel of bricks of ${depth} slices and of the voxels next to them, of ${bits} bits`, () => {
    const width = 70;
    const height = 33;
    const slices = 65;
    const grid = { width, height, slices, brick: 32, brickSlices: depth };
    const count = countBricks(grid).reduce((product, each) => product * each, 1);
    const random = randomFrom(bits);
    for (let round = 0; round < 20; round += 1) {
      // Few voxels, so that each decides about the bricks around it.
      const voxels = new Map<Voxel, number>();
      for (let each = 0; each < 12; each += 1)
        voxels.set(
          [random.below(width), random.below(height), random.below(slices)],
          random.below(2 ** bits),
        );
      const maxima = brickMaxima({ width, height, channels: 1, bits }, grid);
      for (let slice = 0; slice < slices; slice += 1) {
        const pixels = new (bits > 8 ? Uint16Array : Uint8Array)(width * height);
        for (const [[x, y, z], value] of voxels) if (z === slice) pixels[y * width + x] = value;
        maxima.add(pixels);
      }
      const expected = Uint8Array.from({ length: count }, (_, brick) =>
        Math.floor(findHighest(grid, brick, voxels) / 2 ** (bits - 8)),
      );
      assert.deepEqual(Uint8Array.from(maxima.end()), withChecksum(expected));
    }
  });
