import { describe, expect, test } from 'vitest';
import { expectNear, GRIDS, volumeMetadata, volumeSpace } from '../testing.ts';
import { add, cross, distance, dot, mix, norm, normalize, type Point3 } from '../vectors.ts';
import {
  createVolumeSpace,
  findCentre,
  fromLevel,
  isInside,
  listCorners,
  toLevel,
  toPatient,
  toVoxel,
  toVoxelOffset,
} from './volume-space.ts';

describe('vectors', () => {
  test('of a right-handed system: left × back = head', () => {
    expectNear(cross([1, 0, 0], [0, 1, 0]), [0, 0, 1]);
    expectNear(cross([0, 1, 0], [0, 0, 1]), [1, 0, 0]);
  });

  test('are scaled, mixed and measured', () => {
    expectNear(normalize([0, 3, -4]), [0, 0.6, -0.8]);
    expectNear(normalize([0, 0, 0]), [0, 0, 0]);
    expectNear(mix([0, 0, 0], [4, 8, -4], 0.25), [1, 2, -1]);
    expect(distance([1, 2, 3], [4, 6, 3])).toBe(5);
    expect(norm(cross([1, 2, 3], [2, 4, 6]))).toBe(0);
    expect(dot([1, 2, 3], [4, -5, 6])).toBe(12);
  });
});

describe('a volume', () => {
  test('has its first voxel at the origin, and its axes in the order of columns, rows and slices', () => {
    const space = volumeSpace({ origin: [10, 20, 30], spacing: [0.25, 0.5, 2] });
    expectNear(toPatient(space, [0, 0, 0]), [10, 20, 30]);
    expectNear(toPatient(space, [4, 0, 0]), [11, 20, 30]);
    expectNear(toPatient(space, [0, 4, 0]), [10, 22, 30]);
    expectNear(toPatient(space, [0, 0, 4]), [10, 20, 38]);
  });

  test('whose columns run to the right has slices that run to the feet', () => {
    const space = volumeSpace({ origin: [0, 0, 0], column: [-1, 0, 0], spacing: [1, 1, 1] });
    expectNear(toPatient(space, [1, 2, 3]), [-1, 2, -3]);
  });

  test.each(Object.entries(GRIDS))('%s: voxels and millimetres are inverse', (_, grid) => {
    const space = volumeSpace(grid);
    for (const voxel of [
      [0, 0, 0],
      [3.25, 70.5, 11],
      [-4, 8, 95.5],
    ] as const) {
      const patient = toPatient(space, voxel);
      expectNear(toVoxel(space, patient), voxel);
      expectNear(
        add(toVoxel(space, patient), toVoxelOffset(space, [1, -2, 3])),
        toVoxel(space, add(patient, [1, -2, 3])),
      );
    }
  });

  test('of which the axes are not quite perpendicular is inverted exactly', () => {
    const metadata = volumeMetadata();
    const { geometry } = metadata;
    if (!geometry) throw new Error('The volume has no geometry');
    const tilted: Point3 = normalize([0.004, 0.008, 1]);
    const space = createVolumeSpace({
      ...metadata,
      geometry: { ...geometry, normal: [...tilted] },
    });
    expect(space).toBeDefined();
    if (space) expectNear(toVoxel(space, toPatient(space, [11, 22, 33])), [11, 22, 33]);
  });

  test('ends half a voxel beyond the centres of its outer voxels', () => {
    const space = volumeSpace({ origin: [0, 0, 0], size: [4, 6, 8], spacing: [1, 1, 0.5] });
    const corners = listCorners(space);
    expect(corners).toHaveLength(8);
    expectNear(corners[0] ?? [], [-0.5, -0.5, -0.25]);
    expectNear(corners[7] ?? [], [3.5, 5.5, 3.75]);
    expectNear(findCentre(space), [1.5, 2.5, 1.75]);
    expect(isInside(space, [3.4, 0, 0])).toBe(true);
    expect(isInside(space, [3.6, 0, 0])).toBe(false);
    expect(isInside(space, [0, 0, -0.6])).toBe(false);
  });

  test('is none without a geometry, or with one that spans no volume', () => {
    const { geometry, ...picture } = volumeMetadata();
    expect(createVolumeSpace(picture)).toBeUndefined();
    const flat = geometry && { ...geometry, row: geometry.column };
    expect(createVolumeSpace({ ...picture, geometry: flat })).toBeUndefined();
  });
});

describe('a level', () => {
  test('of means lies between the pixels that it is the mean of', () => {
    expect([0, 1, 2].map((index) => fromLevel(index, 2, 'mean'))).toEqual([0.5, 2.5, 4.5]);
    expect([0, 1].map((index) => fromLevel(index, 4, 'mean'))).toEqual([1.5, 5.5]);
    expect(fromLevel(7, 1, 'mean')).toBe(7);
  });

  test('of wavelets lies on every second pixel', () => {
    expect([0, 1, 2].map((index) => fromLevel(index, 2, 'wavelet'))).toEqual([0, 2, 4]);
    expect(toLevel(6, 4, 'wavelet')).toBe(1.5);
  });

  test.each(['mean', 'wavelet'] as const)('of %s: both directions are inverse', (sampling) => {
    for (const scale of [1, 2, 4])
      expect(toLevel(fromLevel(5, scale, sampling), scale, sampling)).toBe(5);
  });
});
