import type { PictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import type { RegionTask } from '../../../geometry/region/grow-region.ts';
import { dot, type Point3, scale } from '../../../geometry/vectors.ts';
import {
  fromLevel,
  toLevel,
  toPatient,
  toVoxel,
  type VolumeSpace,
} from '../../../geometry/volume/volume-space.ts';
import { isComplete, type Level } from '../../../pixels/level.ts';

type Bounds = {
  /** In the patient, millimetres. */
  readonly seed: Point3;
  readonly from: Point3;
  readonly to: Point3;
  readonly up: Point3;
  /** Measured value. */
  readonly threshold: number;
};

/** HU between air and soft tissue. */
const AIR_THRESHOLD = -500;

/** Where air ends: halfway to soft tissue; where neither is there, a sixth of what occurs, as in HU. */
export function findThreshold({ unit, tissues, percentiles }: PictureMetadata): number {
  if (unit === 'HU') return AIR_THRESHOLD;
  const [low, high] = percentiles;
  return Math.round(tissues ? (tissues.air + tissues.soft) / 2 : low + (high - low) / 6);
}

/** The level that regions are measured on: the half one, which every browser holds as a whole. */
export const findRegionLevel = (levels: readonly Level[]): Level | undefined =>
  levels.find((level) => level.scale >= 2 && isComplete(level) && !level.bricks) ??
  levels.find((level) => isComplete(level) && !level.bricks);

/** The description of a region for the worker. */
export function createRegionTask(
  space: VolumeSpace,
  metadata: PictureMetadata,
  level: Level,
  { seed, from, to, up, threshold }: Bounds,
): RegionTask {
  const { scale: factor, sampling, values, width, height, slices } = level;
  const first = fromLevel(0, factor, sampling);
  const [x, y, z] = toVoxel(space, seed).map((at) => Math.round(toLevel(at, factor, sampling)));
  const step = (axis: 0 | 1 | 2) => scale(space.axes[axis], space.spacing[axis] * factor);
  const heights = [dot(from, up), dot(to, up)];
  const clampTo = (at: number | undefined, count: number) =>
    Math.min(Math.max(at ?? 0, 0), count - 1);
  return {
    values,
    size: [width, height, slices],
    origin: toPatient(space, [first, first, first]),
    steps: [step(0), step(1), step(2)],
    seed: [clampTo(x, width), clampTo(y, height), clampTo(z, slices)],
    threshold: (threshold - metadata.intercept) / metadata.slope,
    up,
    limits: [Math.min(...heights), Math.max(...heights)],
  };
}
