import { type BrickGrid, brickBox, countBricks } from '@deqiq/contract/shared/imaging/bricks.ts';
import { paneToPicture } from '../../../geometry/picture-view.ts';
import {
  add,
  along,
  distance,
  dot,
  norm,
  type Point3,
  scale,
  subtract,
} from '../../../geometry/vectors.ts';
import { depthDirection } from '../../../geometry/volume/planes.ts';
import { toPatient, toVoxel, type VolumeSpace } from '../../../geometry/volume/volume-space.ts';
import type { Pane } from '../../panes.ts';

type PlanePane = Extract<Pane, { kind: 'plane' }>;
type PanoramicPane = Extract<Pane, { kind: 'panoramic' }>;

/** From so many voxels per pixel on the half level is drawn. */
const HALF = 2;

/** Voxels between the points of a panoramic that are tried; bricks within MARGIN of a point are loaded. */
const STEP = 4;
const MARGIN = 3;

/** Finds the bricks of a volume that panes show at full resolution. */
export function brickFinder(space: VolumeSpace, grid: BrickGrid) {
  const [columns, rows, layers] = countBricks(grid);
  const boxes = Array.from({ length: columns * rows * layers }, (_, index) => {
    const { first, size } = brickBox(grid, index);
    const middle = toPatient(space, add(first, scale(add(size, [-1, -1, -1]), 0.5)));
    // Values are interpolated up to the next voxel.
    const reach = size.map((side, axis) => ((side + 1) / 2) * (space.spacing[axis] ?? 0));
    return { index, middle, reach };
  });
  const thinnest = Math.min(...space.spacing);
  const nearest = (indices: Iterable<number>, point: Point3): number[] => {
    const far = (index: number) => distance(boxes[index]?.middle ?? point, point);
    return [...indices].sort((a, b) => far(a) - far(b));
  };

  /** Bricks between two distances behind a plane. */
  function findPlane({ view, rect }: PlanePane, from: number, to: number): number[] {
    const half = (side: number) => (side / 2 + 1) * view.millimetresPerPixel;
    const sides: readonly (readonly [Point3, number, number])[] = [
      [depthDirection(view), from, to],
      [view.right, -half(rect.width), half(rect.width)],
      [view.down, -half(rect.height), half(rect.height)],
    ];
    const isCut = ({ middle, reach }: (typeof boxes)[number]) =>
      sides.every(([direction, low, high]) => {
        const position = dot(subtract(middle, view.centre), direction);
        const radius = reach.reduce(
          (sum, length, axis) =>
            sum + length * Math.abs(dot(space.axes[axis] ?? direction, direction)),
          0,
        );
        return position + radius >= low && position - radius <= high;
      });
    return nearest(
      boxes.filter(isCut).map(({ index }) => index),
      view.centre,
    );
  }

  /** Whether the half level shows all of a pane. */
  const isSmall = (millimetresPerPixel: number, pixelRatio: number): boolean =>
    millimetresPerPixel / pixelRatio >= HALF * thinnest;

  return {
    /** The bricks of a pane, those in its middle first. `pixelRatio`: pixels per CSS pixel. */
    find(pane: Pane, pixelRatio: number): number[] {
      if (pane.kind === 'panoramic') {
        const { view, millimetresPerPixel } = pane;
        if (isSmall(millimetresPerPixel / view.scale, pixelRatio)) return [];
        const { found, middle } = cutPanoramic(pane, space, grid);
        return nearest(found, middle);
      }
      if (pane.kind !== 'plane' || isSmall(pane.view.millimetresPerPixel, pixelRatio)) return [];
      const { millimetres } = pane.slab;
      return findPlane(pane, -millimetres / 2, millimetres / 2);
    },

    /** The bricks that a plane cuts next if it moves on as it did since it was drawn before. */
    findNext(pane: Pane, before: Pane | undefined, pixelRatio: number): number[] {
      if (pane.kind !== 'plane' || before?.kind !== 'plane') return [];
      if (isSmall(pane.view.millimetresPerPixel, pixelRatio)) return [];
      const depth = depthDirection(pane.view);
      const moved = dot(subtract(pane.view.centre, before.view.centre), depth);
      const isSame = norm(subtract(depth, depthDirection(before.view))) < 1e-6;
      if (!isSame || moved === 0) return [];
      const ahead = Math.sign(moved) * grid.brick * thinnest;
      return findPlane(pane, Math.min(0, ahead), Math.max(0, ahead));
    },
  };
}

/** The bricks that a panoramic cuts, and the point in its middle. */
function cutPanoramic(pane: PanoramicPane, space: VolumeSpace, grid: BrickGrid) {
  const { view, surface, top, millimetresPerPixel, slab, rect } = pane;
  const found = new Set<number>();
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
        for (const index of bricksAround(voxelAt(column, row, depth), grid.brick, counts))
          found.add(index);
  const middle = voxelAt(
    Math.max(0, Math.min(last, Math.round((left + right) / 2))),
    (upper + lower) / 2,
    0,
  );
  return { found, middle: toPatient(space, middle) };
}

function bricksAround(voxel: Point3, brick: number, counts: readonly number[]): number[] {
  const [columns = 0, rows = 0] = counts;
  const [x, y, z] = voxel.map((position, axis) => {
    const count = counts[axis] ?? 0;
    const ends = [position - MARGIN, position + MARGIN].map((end) => Math.floor(end / brick));
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
