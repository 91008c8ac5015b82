import { add, dot, type Point3, type Size, scale } from '../../../geometry/vectors.ts';
import { findExtent, type PlaneView } from '../../../geometry/volume/planes.ts';
import { toVoxel, toVoxelOffset, type VolumeSpace } from '../../../geometry/volume/volume-space.ts';
import type { Uniforms } from '../programs.ts';

/** Pixels of a projection, each as wide as a voxel of its level. */
export interface ProjectionGrid extends Size, Pick<PlaneView, 'right' | 'down'> {
  /** Millimetres of one pixel. */
  readonly side: number;
  /** Where the edge of the first column and row lies along `right` and `down`. */
  readonly from: readonly [number, number];
}

export function findGrid(
  space: VolumeSpace,
  { right, down }: Pick<PlaneView, 'right' | 'down'>,
  side: number,
): ProjectionGrid {
  const across = findExtent(space, right);
  const upright = findExtent(space, down);
  return {
    right,
    down,
    side,
    width: Math.ceil(across.length / side),
    height: Math.ceil(upright.length / side),
    from: [across.middle - across.length / 2, upright.middle - upright.length / 2],
  };
}

export const toPixel = ({ right, down, side, from }: ProjectionGrid, point: Point3): Point3 => [
  (dot(point, right) - from[0]) / side - 0.5,
  (dot(point, down) - from[1]) / side - 0.5,
  0,
];

/** Voxels of the pixels. The first row of a texture is the lowest of the buffer, and pane pixels count from the top. */
export function gridUniforms(space: VolumeSpace, grid: ProjectionGrid, middle: Point3): Uniforms {
  const { right, down, side, from, height } = grid;
  const last = from[1] + height * side;
  const corner = add(middle, add(scale(right, from[0]), scale(down, last)));
  return {
    origin: toVoxel(space, corner),
    across: toVoxelOffset(space, scale(right, side)),
    below: toVoxelOffset(space, scale(down, -side)),
  };
}
