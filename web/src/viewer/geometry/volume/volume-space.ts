import type { PictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { add, along, cross, dot, type Point3, scale, subtract } from '../vectors.ts';

/**
 * The grid of a volume in the patient. Voxel coordinates are `[column, row, slice]` at full resolution; the centre of
 * the first voxel is `[0, 0, 0]`. Patient coordinates are DICOM's LPS in millimetres.
 */
export interface VolumeSpace {
  readonly origin: Point3;
  /** Unit vectors of increasing columns, rows and slices. */
  readonly axes: readonly [Point3, Point3, Point3];
  /** Millimetres between columns, rows and slices. */
  readonly spacing: Point3;
  /** Numbers of columns, rows and slices. */
  readonly size: Point3;
  /** Rows of the matrix from millimetres to voxels. The axes of a file may be a little off the right angle. */
  readonly inverse: readonly [Point3, Point3, Point3];
}

type Described = Pick<PictureMetadata, 'geometry' | 'width' | 'height' | 'slices'>;

/** undefined where the picture is no volume, or its axes span none. */
export function createVolumeSpace(metadata: Described): VolumeSpace | undefined {
  const { geometry, width, height, slices } = metadata;
  if (!geometry) return undefined;
  const { origin, column, row, normal, spacing } = geometry;
  const columnStep = scale(column, spacing[0]);
  const rowStep = scale(row, spacing[1]);
  const sliceStep = scale(normal, spacing[2]);
  const volume = dot(columnStep, cross(rowStep, sliceStep));
  if (!(Math.abs(volume) > 0)) return undefined;
  return {
    origin,
    axes: [column, row, normal],
    spacing,
    size: [width, height, slices],
    inverse: [
      scale(cross(rowStep, sliceStep), 1 / volume),
      scale(cross(sliceStep, columnStep), 1 / volume),
      scale(cross(columnStep, rowStep), 1 / volume),
    ],
  };
}

export function toPatient({ origin, axes, spacing }: VolumeSpace, voxel: Point3): Point3 {
  return axes.reduce<Point3>(
    (point, axis, index) => along(point, axis, (voxel[index] ?? 0) * (spacing[index] ?? 0)),
    origin,
  );
}

export function toVoxel({ origin, inverse }: VolumeSpace, patient: Point3): Point3 {
  const offset = subtract(patient, origin);
  return [dot(inverse[0], offset), dot(inverse[1], offset), dot(inverse[2], offset)];
}

/** The change of voxel coordinates along a direction or distance in the patient. */
export const toVoxelOffset = ({ inverse }: VolumeSpace, offset: Point3): Point3 => [
  dot(inverse[0], offset),
  dot(inverse[1], offset),
  dot(inverse[2], offset),
];

/** The eight corners of the volume in the patient: outer corners of voxels, half a voxel beyond their centres. */
export function listCorners(space: VolumeSpace): readonly Point3[] {
  const [columns, rows, slices] = space.size;
  return [-0.5, columns - 0.5].flatMap((column) =>
    [-0.5, rows - 0.5].flatMap((row) =>
      [-0.5, slices - 0.5].map((slice) => toPatient(space, [column, row, slice])),
    ),
  );
}

export const findCentre = (space: VolumeSpace): Point3 =>
  toPatient(space, scale(add(space.size, [-1, -1, -1]), 0.5));

/** The voxel in the middle. Planes through voxels show slices; those between them show the mean of two. */
export const findMiddleVoxel = (space: VolumeSpace): Point3 => {
  const [columns, rows, slices] = space.size;
  return toPatient(space, [columns >> 1, rows >> 1, slices >> 1]);
};

export function isInside({ size }: VolumeSpace, voxel: Point3): boolean {
  return size.every((count, axis) => {
    const position = voxel[axis] ?? Number.NaN;
    return position >= -0.5 && position <= count - 0.5;
  });
}

/**
 * How the pixels of a level lie in full resolution. Levels of volumes and stacks are means of scale × scale pixels
 * (and slices, in a volume). Smaller resolutions of a single picture are low-pass bands of its wavelets, whose samples
 * lie on every scale-th pixel (ISO/IEC 15444-1, annex F).
 */
export type LevelSampling = 'mean' | 'wavelet';

/** The full-resolution coordinate of pixel `index` of a level. */
export const fromLevel = (index: number, levelScale: number, sampling: LevelSampling): number =>
  index * levelScale + firstCoordinate(levelScale, sampling);

/** The pixel of a level at a full-resolution coordinate, not rounded. */
export const toLevel = (position: number, levelScale: number, sampling: LevelSampling): number =>
  (position - firstCoordinate(levelScale, sampling)) / levelScale;

const firstCoordinate = (levelScale: number, sampling: LevelSampling): number =>
  sampling === 'mean' ? (levelScale - 1) / 2 : 0;
