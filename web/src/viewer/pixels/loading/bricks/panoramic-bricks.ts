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
  const found = new Set<number>();
  const size = brickSize(grid);
  const counts = countBricks(grid);
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
  const step = (STEP * thinnest) / millimetresPerPixel;
  const last = Math.min(surface.length / 5 - 1, Math.ceil(right));
  for (let column = Math.max(0, Math.floor(left)); column <= last; column += 2)
    for (const depth of between(-slab.millimetres / 2, slab.millimetres / 2, STEP * thinnest))
      for (let row = upper; row <= lower + step; row += step)
        for (const index of bricksAround(voxelAt(column, row, depth), size, counts))
          found.add(index);
  const middle = voxelAt(
    Math.max(0, Math.min(last, Math.round((left + right) / 2))),
    (upper + lower) / 2,
    0,
  );
  return { found, middle: toPatient(space, middle) };
}

function bricksAround(voxel: Point3, size: readonly number[], counts: readonly number[]): number[] {
  const [columns = 0, rows = 0] = counts;
  const [x, y, z] = voxel.map((position, axis) => {
    const count = counts[axis] ?? 0;
    const ends = [position - MARGIN, position + MARGIN].map((end) =>
      Math.floor(end / (size[axis] ?? 1)),
    );
    return [...new Set(ends)].filter((at) => at >= 0 && at < count);
  });
  return (z ?? []).flatMap((layer) =>
    (y ?? []).flatMap((row) => (x ?? []).map((column) => (layer * rows + row) * columns + column)),
  );
}

/** Numbers from one to another, at most `step` apart. */
function between(from: number, to: number, step: number): number[] {
  const count = Math.ceil((to - from) / step);
  return Array.from({ length: count + 1 }, (_, index) =>
    count === 0 ? from : from + ((to - from) * index) / count,
  );
}
