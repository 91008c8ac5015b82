import { type BrickGrid, brickBox, indexOfBrick } from '@deqiq/contract/shared/imaging/bricks.ts';
import { describe, expect, test } from 'vitest';
import { fitView } from '../../../geometry/picture-view.ts';
import { GRIDS, volumeSpace } from '../../../geometry/testing.ts';
import { add, type Point3, scale } from '../../../geometry/vectors.ts';
import { paneToPatient, planeView, rotateBy } from '../../../geometry/volume/planes.ts';
import { alongAxes, fromAngles } from '../../../geometry/volume/straightening.ts';
import {
  findCentre,
  toPatient,
  toVoxel,
  type VolumeSpace,
} from '../../../geometry/volume/volume-space.ts';
import type { Pane } from '../../panes.ts';
import { brickFinder } from './visible-bricks.ts';

const rect = { x: 0, y: 0, width: 160, height: 120 };
const tone = { window: { centre: 0, width: 1 }, isInverse: false, sharpen: 0 };
const brick = 16;

const gridOf = ({ size: [width, height, slices] }: VolumeSpace, brickSlices?: number) => ({
  width,
  height,
  slices,
  brick,
  brickSlices,
});

/** The bricks of the eight voxels around a point of the patient. */
function bricksAt(space: VolumeSpace, bricks: BrickGrid, point: Point3): number[] {
  const { size } = space;
  const voxel = toVoxel(space, point);
  if (voxel.some((part, axis) => part < -0.5 || part > (size[axis] ?? 0) - 0.5)) return [];
  return [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => {
    const [x = 0, y = 0, z = 0] = voxel.map((part, axis) => {
      const max = (size[axis] ?? 1) - 1;
      return Math.min(Math.floor(Math.min(Math.max(part, 0), max)) + ((corner >> axis) & 1), max);
    });
    return indexOfBrick(bricks, [x, y, z]);
  });
}

const volumes = Object.entries(GRIDS).flatMap(([name, grid]) => [
  [name, grid, brick] as const,
  [name, grid, 6] as const,
]);

describe.each(volumes)('of a volume that is %s, with bricks of %3$d slices', (_, grid, depth) => {
  const space = volumeSpace(grid);
  const bricks = gridOf(space, depth);
  const finder = brickFinder(space, bricks);

  test.each(['axial', 'coronal', 'sagittal'] as const)('a rotated %s plane', (name) => {
    const whole = planeView(space, name, findCentre(space), rect);
    const view = { ...rotateBy(whole, 17), millimetresPerPixel: whole.millimetresPerPixel / 3 };
    const pane: Pane = {
      ...tone,
      kind: 'plane',
      rect,
      view,
      slab: { millimetres: 0, mode: 'mean' },
    };
    const found = new Set(finder.find(pane, 2));
    const needed = new Set<number>();
    for (let x = 0; x < rect.width; x += 1)
      for (let y = 0; y < rect.height; y += 1)
        for (const index of bricksAt(space, bricks, paneToPatient(view, rect, [x + 0.5, y + 0.5])))
          needed.add(index);
    expect(needed.size).toBeGreaterThan(0);
    expect([...needed].filter((index) => !found.has(index))).toEqual([]);
    expect(found.size).toBeLessThanOrEqual(needed.size * 2 + 8);
  });

  test.each([
    ['a panoramic', space],
    [
      'a panoramic of a straightened head',
      alongAxes(space, fromAngles({ pitch: 30, yaw: -20, roll: 25 })),
    ],
  ])('%s', (_, own) => {
    const centre = findCentre(own);
    const columns = Array.from({ length: 60 }, (_, column) => {
      const angle = (column / 60) * Math.PI;
      const [x, y] = add(centre, scale([Math.cos(angle), Math.sin(angle), 0], 8));
      return [x, y, centre[2], Math.cos(angle), Math.sin(angle)];
    });
    const pane: Pane = {
      ...tone,
      kind: 'panoramic',
      rect,
      view: fitView({ width: 60, height: 40 }, rect),
      surface: Float32Array.from(columns.flat()),
      space: own,
      millimetresPerPixel: 0.4,
      top: centre[2] + 8,
      slab: { millimetres: 5, mode: 'mean' },
    };
    const found = new Set(finder.find(pane, 1));
    const needed = columns.flatMap(([x = 0, y = 0, , nx = 0, ny = 0]) =>
      Array.from({ length: 40 }, (_, row) =>
        [-2.4, -1, 0, 0.7, 2.4].flatMap((depth) =>
          bricksAt(own, bricks, [x + nx * depth, y + ny * depth, pane.top - row * 0.4]),
        ),
      ).flat(),
    );
    expect(needed.length).toBeGreaterThan(0);
    expect(needed.filter((index) => !found.has(index))).toEqual([]);
  });
});

test('a plane through the first or last voxels of bricks needs only these bricks', () => {
  const space = volumeSpace();
  const bricks = gridOf(space);
  const finder = brickFinder(space, bricks);
  for (const [slice, layer] of [
    [brick - 1, 0],
    [brick, 1],
  ] as const) {
    const whole = planeView(space, 'axial', toPatient(space, [0, 0, slice]), rect);
    const view = { ...whole, millimetresPerPixel: whole.millimetresPerPixel / 3 };
    const slab = { millimetres: 0, mode: 'mean' } as const;
    const found = finder.find({ ...tone, kind: 'plane', rect, view, slab }, 2);
    const layers = found.map((index) => brickBox(bricks, index).first[2] / brick);
    expect(new Set(layers)).toEqual(new Set([layer]));
  }
});

test('a plane that is zoomed out is drawn from the half level', () => {
  const space = volumeSpace();
  const finder = brickFinder(space, gridOf(space));
  const view = { ...planeView(space, 'axial', findCentre(space), rect), millimetresPerPixel: 1.1 };
  const pane: Pane = { ...tone, kind: 'plane', rect, view, slab: { millimetres: 0, mode: 'mean' } };
  const moved = { ...pane, view: { ...view, centre: add(view.centre, [0, 0, 1]) } };
  expect(finder.find(pane, 1)).toEqual([]);
  expect(finder.findNext(moved, pane, 1)).toEqual([]);
  expect(finder.find(pane, 2).length).toBeGreaterThan(0);
  expect(finder.findNext(moved, pane, 2).length).toBeGreaterThan(0);
});

test('what comes next lies in the direction of the drag', () => {
  const space = volumeSpace();
  const finder = brickFinder(space, gridOf(space));
  const view = planeView(space, 'axial', findCentre(space), rect);
  const before: Pane = {
    ...tone,
    kind: 'plane',
    rect,
    view,
    slab: { millimetres: 0, mode: 'mean' },
  };
  const pane = { ...before, view: { ...view, centre: add(view.centre, [0, 0, 1]) } };
  const slice = toVoxel(space, pane.view.centre)[2];
  const layers = (indices: readonly number[]) =>
    new Set(indices.map((index) => brickBox(gridOf(space), index).first[2]));
  expect(Math.max(...layers(finder.findNext(pane, before, 2)))).toBeGreaterThan(slice);
  expect(finder.findNext(before, before, 2)).toEqual([]);
});
