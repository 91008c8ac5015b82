import { dot, normalize, type Point3, type Size, scale } from '../../../geometry/vectors.ts';
import { depthDirection, type PlaneView, paneToPatient } from '../../../geometry/volume/planes.ts';
import { toVoxel, toVoxelOffset, type VolumeSpace } from '../../../geometry/volume/volume-space.ts';
import { affine, type BufferRect } from '../buffer-rect.ts';
import type { Uniforms } from '../programs.ts';

interface SurfaceOptions {
  readonly view: PlaneView;
  readonly paneSize: Size;
  /** In stored pixels. */
  readonly threshold: number;
  readonly cut: { readonly point: Point3; readonly normal: Point3 } | undefined;
  /** Full-resolution voxels between samples of a ray. */
  readonly step: number;
}

export function surfaceUniforms(
  space: VolumeSpace,
  rect: BufferRect,
  { view, paneSize, threshold, cut, step }: SurfaceOptions,
): Uniforms {
  const grid = affine(rect, (point) => toVoxel(space, paneToPatient(view, paneSize, point)));
  const depth = depthDirection(view);
  const towards = scale(depth, -1);
  const light = normalize([
    towards[0] - view.right[0] * 0.35 - view.down[0] * 0.45,
    towards[1] - view.right[1] * 0.35 - view.down[1] * 0.45,
    towards[2] - view.right[2] * 0.35 - view.down[2] * 0.45,
  ]);
  const half = normalize([light[0] + towards[0], light[1] + towards[1], light[2] + towards[2]]);
  return {
    ...grid,
    ray: toVoxelOffset(space, depth),
    march: [threshold, step * Math.min(...space.spacing), 2],
    gradient: { matrix: [0, 1, 2].flatMap((axis) => space.inverse[axis] ?? []) },
    lamp: { matrix: [...light, ...half, 0, 0, 0] },
    cut: cutPlane(space, cut),
  };
}

/** Visible voxels v have dot(cut.xyz, v) <= cut.w. */
function cutPlane(space: VolumeSpace, cut: SurfaceOptions['cut']): readonly number[] {
  if (!cut) return [0, 0, 0, 1];
  const normal = space.axes.map(
    (axis, index) => dot(axis, cut.normal) * (space.spacing[index] ?? 1),
  );
  const point = toVoxel(space, cut.point);
  const limit = normal.reduce((sum, part, index) => sum + part * (point[index] ?? 0), 0);
  return [...normal, limit];
}
