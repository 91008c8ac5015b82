import { expect, test } from 'vitest';
import { GRIDS, volumeSpace } from '../testing.ts';
import { dot, norm, type Point3, scale, subtract } from '../vectors.ts';
import { findCentre, toPatient, toVoxel, type VolumeSpace } from '../volume/volume-space.ts';
import type { RegionTask } from './grow-region.ts';
import { measureRegion } from './measure-region.ts';

const AIR = 24;
const TISSUE = 1064;

/** An airway around the axis of the head: its radius is smallest 6 mm above the middle. */
const radiusAt = (height: number) => 5.5 - 1.7 * Math.exp(-(((height - 6) / 5) ** 2));
const LIMITS = [-9, 11] as const;

const slicesOf = (low: number, high: number) =>
  Array.from({ length: 2_000 }, (_, index) => low + ((index + 0.5) * (high - low)) / 2_000);

const TRUE_VOLUME =
  slicesOf(...LIMITS).reduce((sum, height) => sum + Math.PI * radiusAt(height) ** 2, 0) *
  ((LIMITS[1] - LIMITS[0]) / 2_000);
const TRUE_AREA = Math.PI * radiusAt(6) ** 2;

type Body = (fromAxis: number, height: number, offset: Point3) => number;

/** Samples a body: `depth` in millimetres inside of the air. Values at the surface are blended over one voxel. */
function scan(space: VolumeSpace, depth: Body, noise = 0): RegionTask {
  const [width, height, slices] = space.size;
  const middle = findCentre(space);
  const edge = Math.cbrt(space.spacing[0] * space.spacing[1] * space.spacing[2]);
  const values = new Uint16Array(width * height * slices);
  let seed = 1;
  for (const index of values.keys()) {
    const voxel: Point3 = [
      index % width,
      Math.floor(index / width) % height,
      Math.floor(index / (width * height)),
    ];
    const offset = subtract(toPatient(space, voxel), middle);
    const inside = depth(Math.hypot(offset[0], offset[1]), offset[2], offset);
    const share = Math.min(1, Math.max(0, inside / edge + 0.5));
    seed = (seed * 16_807) % 2_147_483_647;
    const random = (seed / 2_147_483_647 - 0.5) * noise;
    values[index] = Math.max(0, TISSUE + (AIR - TISSUE) * share + random);
  }
  return {
    values,
    size: space.size,
    origin: space.origin,
    steps: space.axes.map((axis, index) => scale(axis, space.spacing[index] ?? 1)) as unknown as [
      Point3,
      Point3,
      Point3,
    ],
    seed: toVoxel(space, middle).map(Math.round) as unknown as Point3,
    threshold: (AIR + TISSUE) / 2,
    up: [0, 0, 1],
    limits: [middle[2] + LIMITS[0], middle[2] + LIMITS[1]],
  };
}

const airway: Body = (fromAxis, height) => radiusAt(height) - fromAxis;

test.each(Object.entries(GRIDS))(
  'the volume of an airway is found within 2 % and its narrowest area within 3 %: %s',
  (_, grid) => {
    const space = volumeSpace(grid);
    const found = measureRegion(scan(space, airway));
    expect(found.isLeaking).toBe(false);
    expect(Math.abs(found.volume / TRUE_VOLUME - 1)).toBeLessThan(0.02);
    expect(Math.abs((found.narrowest?.area ?? 0) / TRUE_AREA - 1)).toBeLessThan(0.03);
    expect(Math.abs(found.volume - TRUE_VOLUME)).toBeLessThan(found.uncertainty);
    const middle = findCentre(space);
    const centre = subtract(found.narrowest?.centre ?? [9, 9, 9], middle);
    expect(Math.abs(dot(centre, [0, 0, 1]) - 6)).toBeLessThan(1);
    expect(norm([centre[0], centre[1], 0])).toBeLessThan(0.2);
  },
);

test('noise of 60 HU changes neither by more', () => {
  const found = measureRegion(scan(volumeSpace(), airway, 208));
  expect(Math.abs(found.volume / TRUE_VOLUME - 1)).toBeLessThan(0.02);
  expect(Math.abs((found.narrowest?.area ?? 0) / TRUE_AREA - 1)).toBeLessThan(0.03);
});

test('air behind a wall is not counted, and neither is that beyond the limits', () => {
  const beside: Body = (fromAxis, height, [x, y]) =>
    Math.max(radiusAt(height) - fromAxis, 4 - Math.hypot(x - 15, y));
  const found = measureRegion(scan(volumeSpace(), beside));
  expect(Math.abs(found.volume / TRUE_VOLUME - 1)).toBeLessThan(0.02);
});

test('a region that reaches the side of the volume leaks, one that ends at the limits does not', () => {
  const open: Body = (fromAxis, height, [, y, z]) =>
    Math.max(radiusAt(height) - fromAxis, y < 0 ? 2 - Math.hypot(z, 0) : -9);
  expect(measureRegion(scan(volumeSpace(), open)).isLeaking).toBe(true);
});

test('a seed in tissue gives no region', () => {
  const task = { ...scan(volumeSpace(), airway), seed: [2, 2, 2] as const };
  expect(measureRegion(task)).toMatchObject({ volume: 0, profile: [], narrowest: undefined });
});
