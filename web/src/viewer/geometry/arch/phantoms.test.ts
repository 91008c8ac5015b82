import { cylinderPhantom, spherePhantom } from '@deqiq/samples/phantoms/phantoms.ts';
import { type Scan, scanPhantom } from '@deqiq/samples/phantoms/scan.ts';
import { VARIANTS } from '@deqiq/samples/phantoms/variants.ts';
import { pickCases } from '@deqiq/testkit/fast-run.ts';
import { describe, expect, test } from 'vitest';
import { measureAngleInVolume, measureLengthInVolume } from '../measure.ts';
import { volumeSpace } from '../testing.ts';
import { add, along, distance, type Point3, scale, subtract } from '../vectors.ts';
import { paneToPatient, patientToPane, planeView, zoomAt } from '../volume/planes.ts';
import {
  fromLevel,
  toLevel,
  toPatient,
  toVoxel,
  type VolumeSpace,
} from '../volume/volume-space.ts';

const createSpace = (scan: Scan): VolumeSpace => volumeSpace({ ...scan, ...scan.variant });

/** The mean of the voxels that one voxel of a level covers, as the server derives it. */
function levelValue({ densities, size }: Scan, levelScale: number, [x, y, z]: Point3): number {
  let sum = 0;
  let count = 0;
  for (let k = 0; k < levelScale; k += 1)
    for (let j = 0; j < levelScale; j += 1)
      for (let i = 0; i < levelScale; i += 1) {
        const voxel = [x * levelScale + i, y * levelScale + j, z * levelScale + k] as const;
        if (voxel.some((value, axis) => value < 0 || value >= (size[axis] ?? 0))) continue;
        sum += densities[(voxel[2] * size[1] + voxel[1]) * size[0] + voxel[0]] ?? 0;
        count += 1;
      }
  return count > 0 ? sum / count : 0;
}

/** The centre of what is dense within `reach` millimetres of a point, by the voxels of a level. */
function centreOfMass(scan: Scan, levelScale: number, expected: Point3, reach: number): Point3 {
  const space = createSpace(scan);
  const middle = toVoxel(space, expected).map((value) => toLevel(value, levelScale, 'mean'));
  const [xs, ys, zs] = middle.map((value, axis) => {
    const extent = reach / ((space.spacing[axis] ?? 1) * levelScale);
    const from = Math.ceil(value - extent);
    const to = Math.floor(value + extent);
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  }) as [number[], number[], number[]];
  let sum: Point3 = [0, 0, 0];
  let weight = 0;
  for (const z of zs)
    for (const y of ys)
      for (const x of xs) {
        const full = [x, y, z].map((index) => fromLevel(index, levelScale, 'mean'));
        const patient = toPatient(space, full as unknown as Point3);
        if (distance(patient, expected) > reach) continue;
        const value = Math.max(levelValue(scan, levelScale, [x, y, z]) - 60, 0);
        sum = add(sum, scale(subtract(patient, expected), value));
        weight += value;
      }
  return along(expected, sum, 1 / weight);
}

const pane = { width: 480, height: 480 };

/** The point that a user marks who points at it on the screen: rounded to pixels of the pane. */
function pointedAt(space: VolumeSpace, patient: Point3): Point3 {
  const fit = planeView(space, 'axial', patient, pane);
  const view = zoomAt(fit, pane, patientToPane(fit, pane, patient).point, 4);
  const { point } = patientToPane(view, pane, patient);
  return paneToPatient(view, pane, [Math.round(point[0]), Math.round(point[1])]);
}

describe.each(pickCases(Object.entries(VARIANTS), 3))('a phantom %s', (_, variant) => {
  const spheres = spherePhantom();
  const scan = scanPhantom(spheres, { variant, side: 64 });
  const space = createSpace(scan);
  const halfVoxel = Math.min(...scan.spacing) / 2;

  test.each([1, 2])('has its spheres where they are in the level of scale %d', (levelScale) => {
    for (const { centre } of spheres.truth.spheres) {
      const found = centreOfMass(scan, levelScale, centre, 5);
      expect(distance(found, centre)).toBeLessThan(halfVoxel / 2);
    }
  });

  test('has distances of 10 mm between its spheres, within half a voxel', () => {
    const centres = spheres.truth.spheres.map(({ centre }) =>
      pointedAt(space, centreOfMass(scan, 1, centre, 5)),
    );
    for (const [index, from] of centres.entries())
      for (const neighbour of [index + 1, index + 3, index + 9]) {
        const a = spheres.truth.spheres[index];
        const b = spheres.truth.spheres[neighbour];
        const to = centres[neighbour];
        if (!a || !b || !to || Math.abs(distance(a.centre, b.centre) - 10) > 1e-9) continue;
        const { value, unit } = measureLengthInVolume([from, to], space);
        expect(unit).toBe('mm');
        expect(Math.abs(value - 10)).toBeLessThan(halfVoxel);
      }
  });

  test('has its angles between cylinders, within 0.5 degrees', () => {
    const cylinders = cylinderPhantom();
    const rods = scanPhantom(cylinders, { variant, side: 96 });
    const axes = cylinders.truth.arms.map(({ from, to }) => {
      const direction = subtract(to, from);
      const [near, far] = [0.55, 0.9].map((share) =>
        centreOfMass(rods, 1, along(from, direction, share), 2),
      ) as [Point3, Point3];
      return subtract(far, near);
    });
    const vertex = cylinders.truth.vertex;
    const first = axes[0] ?? vertex;
    for (const [index, { angle }] of cylinders.truth.arms.entries()) {
      const arm = axes[index] ?? first;
      const points = [add(vertex, first), vertex, add(vertex, arm)] as const;
      const { value } = measureAngleInVolume(points, createSpace(rods));
      expect(Math.abs(value - angle)).toBeLessThan(0.5);
    }
  });
});
