import { along, clamp, dot, norm, type Point3 } from '../vectors.ts';
import { listCorners, type VolumeSpace } from './volume-space.ts';

/** Millimetres of one step through the volume along a unit vector: the voxels' spacing in that direction. */
export function sliceStep({ axes, spacing }: VolumeSpace, direction: Point3): number {
  const [column, row, slice] = axes;
  return norm([
    dot(column, direction) * spacing[0],
    dot(row, direction) * spacing[1],
    dot(slice, direction) * spacing[2],
  ]);
}

/** The planes of a slider: `count` positions along a direction, from the first voxel centre to the last. */
export interface SlicePositions {
  readonly direction: Point3;
  /** Millimetres along the direction. */
  readonly first: number;
  readonly step: number;
  readonly count: number;
}

export function slicePositions(space: VolumeSpace, direction: Point3): SlicePositions {
  const step = sliceStep(space, direction);
  const distances = listCorners(space).map((corner) => dot(corner, direction));
  const from = Math.min(...distances);
  const to = Math.max(...distances);
  const count = Math.max(1, Math.round((to - from) / step));
  return { direction, first: (from + to - (count - 1) * step) / 2, step, count };
}

/** The slice that is nearest to a point, 0 to count - 1. */
export function sliceAt({ direction, first, step, count }: SlicePositions, point: Point3): number {
  return clamp(Math.round((dot(point, direction) - first) / step), 0, count - 1);
}

/** Moves a point along the direction onto a slice. */
export function moveToSlice(
  { direction, first, step, count }: SlicePositions,
  point: Point3,
  slice: number,
): Point3 {
  const target = first + clamp(Math.round(slice), 0, count - 1) * step;
  return along(point, direction, target - dot(point, direction));
}
