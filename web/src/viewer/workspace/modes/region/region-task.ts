import type { PictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import type { RegionTask } from '../../../geometry/region/grow-region.ts';
import { dot, type Point3 } from '../../../geometry/vectors.ts';
import { toLevel, toVoxel, type VolumeSpace } from '../../../geometry/volume/volume-space.ts';
import { AIR_END } from '../../../model/windows.ts';
import type { Level } from '../../../pixels/level.ts';
import { toGrid } from '../../../pixels/level-grid.ts';

type Bounds = {
  /** In the patient, millimetres. */
  readonly seed: Point3;
  readonly from: Point3;
  readonly to: Point3;
  readonly up: Point3;
  /** Measured value. */
  readonly threshold: number;
};

/** Where air ends: halfway to soft tissue; where neither is there, a sixth of what occurs, as in HU. */
export function findThreshold({ unit, tissues, percentiles }: PictureMetadata): number {
  if (unit === 'HU') return AIR_END;
  const [low, high] = percentiles;
  return Math.round(tissues ? (tissues.air + tissues.soft) / 2 : low + (high - low) / 6);
}

/** The description of a region for the worker. */
export function createRegionTask(
  space: VolumeSpace,
  metadata: PictureMetadata,
  level: Level,
  { seed, from, to, up, threshold }: Bounds,
): RegionTask {
  const { scale, sampling, width, height, slices } = level;
  const [x, y, z] = toVoxel(space, seed).map((at) => Math.round(toLevel(at, scale, sampling)));
  const heights = [dot(from, up), dot(to, up)];
  const clampTo = (at: number | undefined, count: number) =>
    Math.min(Math.max(at ?? 0, 0), count - 1);
  return {
    ...toGrid(space, level),
    seed: [clampTo(x, width), clampTo(y, height), clampTo(z, slices)],
    threshold: (threshold - metadata.intercept) / metadata.slope,
    up,
    limits: [Math.min(...heights), Math.max(...heights)],
  };
}
