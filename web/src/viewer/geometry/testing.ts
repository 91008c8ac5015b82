import type { PictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { expect } from 'vitest';
import { cross, normalize, type Point3 } from './vectors.ts';
import { createVolumeSpace, type VolumeSpace } from './volume/volume-space.ts';

interface Grid {
  readonly origin?: Point3;
  /** Columns and rows need not be perpendicular: rows are made so. */
  readonly column?: Point3;
  readonly row?: Point3;
  readonly spacing?: Point3;
  readonly size?: Point3;
}

/** Metadata of a volume as the server derives it: the normal is the cross product of column and row. */
export function volumeMetadata(grid: Grid = {}): PictureMetadata {
  const { origin = [-20, -30, 40], column = [1, 0, 0], row = [0, 1, 0] } = grid;
  const { spacing = [0.5, 0.5, 0.5], size = [96, 96, 96] } = grid;
  const across = normalize(column);
  const normal = normalize(cross(across, row));
  const down = cross(normal, across);
  const [width, height, slices] = size;
  return {
    version: 1,
    kind: 'volume',
    width,
    height,
    slices,
    channels: 1,
    bits: 12,
    slope: 1,
    intercept: -1000,
    unit: 'HU',
    isInverse: false,
    range: [-1000, 3095],
    windows: [],
    percentiles: [-1000, 2000],
    spacing: [spacing[0], spacing[1]],
    spacingKind: 'calibrated',
    levels: [],
    geometry: {
      origin: [...origin],
      column: [...across],
      row: [...down],
      normal: [...normal],
      spacing: [...spacing],
    },
  };
}

export function volumeSpace(grid: Grid = {}): VolumeSpace {
  const space = createVolumeSpace(volumeMetadata(grid));
  if (!space) throw new Error('The metadata describe no volume');
  return space;
}

/** Volumes of every kind of geometry that files have. */
export const GRIDS: Readonly<Record<string, Grid>> = {
  'axis-aligned': {},
  anisotropic: { spacing: [0.25, 0.4, 1], size: [120, 75, 30] },
  'with slices from head to feet': { column: [-1, 0, 0] },
  'face down': { column: [-1, 0, 0], row: [0, -1, 0] },
  oblique: { column: [0.9, 0.3, -0.1], row: [-0.3, 0.9, 0.35], spacing: [0.3, 0.35, 0.5] },
  'with coronal slices': { column: [1, 0, 0], row: [0, 0, -1], spacing: [0.3, 0.3, 0.6] },
};

/** Compares numbers of points within a tolerance. */
export function expectNear(
  actual: readonly number[],
  expected: readonly number[],
  tolerance = 1e-9,
): void {
  expect(actual.length).toBe(expected.length);
  const worst = Math.max(...actual.map((value, axis) => Math.abs(value - (expected[axis] ?? NaN))));
  expect(worst, `${actual.join(', ')} is not ${expected.join(', ')}`).toBeLessThanOrEqual(
    tolerance,
  );
}
