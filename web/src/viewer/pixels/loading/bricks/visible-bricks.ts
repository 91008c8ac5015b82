import { type BrickGrid, brickBox, countBricks } from '@deqiq/contract/shared/imaging/bricks.ts';
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
import { toPatient, type VolumeSpace } from '../../../geometry/volume/volume-space.ts';
import type { Pane } from '../../panes.ts';
import { cutPanoramic } from './panoramic-bricks.ts';

type PlanePane = Extract<Pane, { kind: 'plane' }>;

/** From so many voxels per pixel on the half level is drawn. */
const HALF = 2;

/** A plane through the first or last voxels of bricks, up to this part of a voxel, needs no others. */
const ON_VOXEL = 1e-4;

/** Finds the bricks of a volume that panes show at full resolution. */
export function brickFinder(space: VolumeSpace, grid: BrickGrid) {
  const [columns, rows, layers] = countBricks(grid);
  const boxes = Array.from({ length: columns * rows * layers }, (_, index) => {
    const { first, size } = brickBox(grid, index);
    const middle = toPatient(space, add(first, scale(add(size, [-1, -1, -1]), 0.5)));
    // Values are interpolated up to the next voxel.
    const reach = size.map(
      (side, axis) => ((side + 1) / 2 - ON_VOXEL) * (space.spacing[axis] ?? 0),
    );
    return { index, middle, reach };
  });
  const thinnest = Math.min(...space.spacing);
  const nearest = (indices: Iterable<number>, point: Point3): number[] => {
    const far = (index: number) => distance(boxes[index]?.middle ?? point, point);
    return [...indices].sort((a, b) => far(a) - far(b));
  };

  /** Bricks between two distances behind a plane: no direction has a gap between them and the slab. */
  function findPlane({ view, rect }: PlanePane, from: number, to: number): number[] {
    const half = (side: number) => (side / 2 + 1) * view.millimetresPerPixel;
    const depth = depthDirection(view);
    const sides = [depth, view.right, view.down];
    const slab = [(to - from) / 2, half(rect.width), half(rect.height)];
    const centre = along(view.centre, depth, (from + to) / 2);
    const directions = [...sides, ...space.axes].map((direction) => ({
      direction,
      slabReach: reachAlong(direction, sides, slab),
    }));
    const isCut = ({ middle, reach }: (typeof boxes)[number]) =>
      directions.every(
        ({ direction, slabReach }) =>
          Math.abs(dot(subtract(middle, centre), direction)) <=
          slabReach + reachAlong(direction, space.axes, reach),
      );
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

/** How far a box reaches from its middle in a direction. `halves`: half of its edges along `sides`. */
const reachAlong = (
  direction: Point3,
  sides: readonly Point3[],
  halves: readonly number[],
): number =>
  sides.reduce(
    (sum, side, index) => sum + (halves[index] ?? 0) * Math.abs(dot(side, direction)),
    0,
  );
