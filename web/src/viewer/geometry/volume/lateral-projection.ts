import { along, dot, type Point3, type Size } from '../vectors.ts';
import type { Axes } from './axes.ts';
import { type PlaneView, planeView } from './planes.ts';
import { listCorners, type VolumeSpace } from './volume-space.ts';

/** The part of the head through which a cephalogram is projected: both sides of it, or the patient's left or right. */
export const HALVES = ['both', 'right', 'left'] as const;

export type Half = (typeof HALVES)[number];

export type LateralProjection = {
  /** A point in the middle of the slab. */
  readonly through: Point3;
  /** Millimetres from right to left. */
  readonly thickness: number;
};

/** The slab of a head along its own line from right to left; halves end at the plane through the midline. */
export function findProjection(
  space: VolumeSpace,
  [left]: Axes,
  midline: Point3,
  half: Half,
): LateralProjection {
  const distances = listCorners(space).map((corner) => dot(corner, left));
  const middle = dot(midline, left);
  const from = half === 'left' ? middle : Math.min(...distances);
  const to = half === 'right' ? middle : Math.max(...distances);
  return {
    through: along(midline, left, (from + to) / 2 - middle),
    thickness: Math.max(to - from, 0),
  };
}

/** The head from the left, as a whole in a pane: parallel rays, so that millimetres are true. */
export const lateralView = (
  space: VolumeSpace,
  axes: Axes,
  { through }: LateralProjection,
  paneSize: Size,
): PlaneView => planeView(space, 'sagittal', through, paneSize, axes);

/** Rays along each side of the picture, and samples along each ray, from which its window is found. */
const RAYS = 48;
const SAMPLES = 32;

/** Means along rays through the slab, in ascending order; rays outside of the volume have none. */
export function sampleMeans(
  view: PlaneView,
  { thickness }: LateralProjection,
  left: Point3,
  { side, valueAt }: { side: number; valueAt: (point: Point3) => number | undefined },
): number[] {
  const steps = (count: number, length: number) =>
    Array.from({ length: count }, (_, index) => ((index + 0.5) / count - 0.5) * length);
  return steps(RAYS, side)
    .flatMap((x) =>
      steps(RAYS, side).map((y) => along(along(view.centre, view.right, x), view.down, y)),
    )
    .flatMap((point) => {
      const values = steps(SAMPLES, thickness)
        .map((depth) => valueAt(along(point, left, depth)))
        .filter((value) => value !== undefined);
      return values.length > 0
        ? [values.reduce((sum, value) => sum + value, 0) / values.length]
        : [];
    })
    .toSorted((a, b) => a - b);
}
