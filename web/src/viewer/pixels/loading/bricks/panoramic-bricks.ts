import { type BrickGrid, brickSize, countBricks } from '@deqiq/contract/shared/imaging/bricks.ts';
import { paneToPicture } from '../../../geometry/picture-view.ts';
import { along, type Point3 } from '../../../geometry/vectors.ts';
import { toPatient, toVoxel, type VolumeSpace } from '../../../geometry/volume/volume-space.ts';
import type { Pane } from '../../panes.ts';

type PanoramicPane = Extract<Pane, { kind: 'panoramic' }>;

/** Voxels between the points of a panoramic that are tried; bricks within MARGIN of a point are loaded. */
const STEP = 4;
const MARGIN = 3;

/** The bricks that a panoramic cuts, and the point in its middle. */
export function cutPanoramic(pane: PanoramicPane, space: VolumeSpace, grid: BrickGrid) {
  const { view, surface, top, millimetresPerPixel, slab, rect } = pane;
  const thinnest = Math.min(...space.spacing);
  const corners = [
    paneToPicture(view, rect, [0, 0]),
    paneToPicture(view, rect, [rect.width, rect.height]),
  ] as const;
  const range = (axis: 0 | 1) => [
    Math.min(corners[0][axis], corners[1][axis]),
    Math.max(corners[0][axis], corners[1][axis]),
  ];
  const [left = 0, right = 0] = range(0);
  const [upper = 0, lower = 0] = range(1);
  const voxelAt = (column: number, row: number, depth: number): Point3 => {
    const [x = 0, y = 0, , nx = 0, ny = 0] = surface.subarray(column * 5, column * 5 + 5);
    const point: Point3 = [x, y, top - row * millimetresPerPixel];
    return toVoxel(pane.space ?? space, along(point, [nx, ny, 0], depth));
  };
  const steps = Math.ceil(((lower - upper) * millimetresPerPixel) / (STEP * thinnest)) + 1;
  const last = Math.min(surface.length / 5 - 1, Math.ceil(right));
  const { found, markLine } = createMarks(grid);
  for (let column = Math.max(0, Math.floor(left)); column <= last; column += 2)
    for (const depth of between(-slab.millimetres / 2, slab.millimetres / 2, STEP * thinnest))
      markLine(voxelAt(column, upper, depth), voxelAt(column, lower, depth), steps);
  const middle = voxelAt(
    Math.max(0, Math.min(last, Math.round((left + right) / 2))),
    (upper + lower) / 2,
    0,
  );
  return { found: found(), middle: toPatient(space, middle) };
}

/** Marks bricks. A panoramic has some 100,000 points: there is no object for each of them. */
function createMarks(grid: BrickGrid) {
  const [columns, rows, layers] = countBricks(grid);
  const [across, down, through] = brickSize(grid);
  const isMarked = new Uint8Array(columns * rows * layers);
  const first = (position: number, size: number) =>
    Math.max(0, Math.floor((position - MARGIN) / size));
  const last = (position: number, size: number, count: number) =>
    Math.min(count - 1, Math.floor((position + MARGIN) / size));

  function markAround(x: number, y: number, z: number): void {
    for (let layer = first(z, through); layer <= last(z, through, layers); layer += 1)
      for (let row = first(y, down); row <= last(y, down, rows); row += 1)
        for (let column = first(x, across); column <= last(x, across, columns); column += 1)
          isMarked[(layer * rows + row) * columns + column] = 1;
  }

  return {
    /** Marks the bricks around the points of a line, its ends included. */
    markLine([x, y, z]: Point3, [toX, toY, toZ]: Point3, steps: number): void {
      for (let step = 0; step <= steps; step += 1) {
        const part = step / steps;
        markAround(x + (toX - x) * part, y + (toY - y) * part, z + (toZ - z) * part);
      }
    },

    found: (): number[] => [...isMarked.keys()].filter((index) => isMarked[index]),
  };
}

/** Numbers from one to another, at most `step` apart. */
function between(from: number, to: number, step: number): number[] {
  const count = Math.ceil((to - from) / step);
  return Array.from({ length: count + 1 }, (_, index) =>
    count === 0 ? from : from + ((to - from) * index) / count,
  );
}
