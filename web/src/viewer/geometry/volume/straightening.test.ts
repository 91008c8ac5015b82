import { describe, expect, test } from 'vitest';
import { expectNear, GRIDS, volumeSpace } from '../testing.ts';
import { add, distance, dot, type Point3, subtract } from '../vectors.ts';
import { type Axes, fromAxes, STANDARD } from './axes.ts';
import { orientationLetters } from './orientation-letters.ts';
import { depthDirection, type PlaneName, patientToPane, planeView, rotateBy } from './planes.ts';
import {
  alongAxes,
  followAxes,
  fromAngles,
  measureStraightening,
  rotateAxes,
  straightenLine,
  toAngles,
  toAxes,
} from './straightening.ts';
import { findCentre, listCorners, toPatient, toVoxel } from './volume-space.ts';

const pane = { width: 300, height: 200 };
const planes: readonly PlaneName[] = ['axial', 'coronal', 'sagittal'];
const HEADS = [
  { pitch: 8, yaw: 0, roll: 0 },
  { pitch: 0, yaw: -12, roll: 0 },
  { pitch: 0, yaw: 0, roll: 6 },
  { pitch: -7.5, yaw: 11, roll: 4.5 },
  { pitch: 30, yaw: -40, roll: 25 },
];

/** Degrees between two directions. */
const between = (a: Point3, b: Point3) => (Math.acos(Math.min(1, dot(a, b))) * 180) / Math.PI;

describe.each(HEADS)('a head with $pitch, $yaw and $roll degrees', (angles) => {
  const axes = fromAngles(angles);

  test('has three axes at right angles, and its angles back', () => {
    for (const [index, axis] of axes.entries())
      expectNear(
        axes.map((other) => dot(axis, other)),
        STANDARD[index] ?? [],
        1e-12,
      );
    expectNear(depthDirection({ right: axes[0], down: axes[1] }), axes[2], 1e-12);
    expectNear(Object.values(toAngles(axes)), Object.values(angles), 1e-9);
  });

  test('has every length, and every voxel, along its axes as before', () => {
    for (const grid of Object.values(GRIDS)) {
      const space = volumeSpace(grid);
      const straight = alongAxes(space, axes);
      const voxel: Point3 = [3, 50.5, 17];
      const point = toPatient(space, voxel);
      expectNear(toPatient(straight, voxel), toAxes(axes, point), 1e-9);
      expectNear(toVoxel(straight, toAxes(axes, point)), voxel, 1e-9);
      expectNear(fromAxes(axes, toAxes(axes, point)), point, 1e-9);
    }
  });

  test('is shown along its axes, through the same point, as a whole', () => {
    const space = volumeSpace(GRIDS.oblique);
    const through = add(findCentre(space), [3, -4, 5]);
    for (const plane of planes) {
      const view = planeView(space, plane, through, pane, axes);
      const { right, down } = planeView(space, plane, through, pane);
      expectNear(view.right, fromAxes(axes, right), 1e-12);
      expectNear(view.down, fromAxes(axes, down), 1e-12);
      expect(patientToPane(view, pane, through).depth).toBeCloseTo(0);
      for (const corner of listCorners(space)) {
        const [x, y] = patientToPane(view, pane, corner).point;
        expect(Math.min(x, y, pane.width - x, pane.height - y)).toBeGreaterThan(-1e-6);
      }
    }
  });

  test('is straightened by its occlusal plane and midline within half a degree', () => {
    // Points on both sides, in front and behind, as they lie in this head.
    const locate = (point: Point3) => add(fromAxes(axes, point), [40, -20, 7]);
    let straightened: Axes = STANDARD;
    for (let round = 0; round < 4; round += 1) {
      const level = (plane: PlaneName, from: Point3, to: Point3) => {
        straightened = straightenLine(straightened, plane, [locate(from), locate(to)]);
      };
      level('axial', [0, -40, 0], [0, 30, 0]);
      level('sagittal', [0, -40, 0], [0, 30, 0]);
      level('coronal', [25, 10, 0], [-25, 10, 0]);
    }
    for (const [index, axis] of axes.entries())
      expect(between(axis, straightened[index] ?? axis)).toBeLessThan(0.5);
  });
});

test('an angle rotates the picture of its plane clockwise', () => {
  const space = volumeSpace();
  const cases = [
    ['axial', 'yaw'],
    ['sagittal', 'pitch'],
    ['coronal', 'roll'],
  ] as const;
  for (const [plane, angle] of cases) {
    const axes = fromAngles({ pitch: 0, yaw: 0, roll: 0, [angle]: 10 });
    const rotated = rotateBy(planeView(space, plane, findCentre(space), pane), 10);
    const view = planeView(space, plane, findCentre(space), pane, axes);
    expectNear(view.right, rotated.right, 1e-12);
    expectNear(view.down, rotated.down, 1e-12);
    expect(measureStraightening(axes)).toBeCloseTo(10);
  }
  expect(measureStraightening(STANDARD)).toBe(0);
});

test('one line levels its plane, whichever end was set first', () => {
  const radians = (6 * Math.PI) / 180;
  const end: Point3 = [30 * Math.cos(radians), 12, 30 * Math.sin(radians)];
  for (const line of [[[0, 0, 0], end] as const, [end, [0, 0, 0]] as const]) {
    const axes = straightenLine(STANDARD, 'coronal', line);
    const [from, to] = line.map((point) => toAxes(axes, point));
    expect(Math.abs((from?.[2] ?? 1) - (to?.[2] ?? 0))).toBeLessThan(1e-9);
    expectNear(Object.values(toAngles(axes)), [0, 0, 6], 1e-9);
  }
});

test('the letters of a straightened plane tell where the patient really is', () => {
  const space = volumeSpace();
  const letters = (degrees: number) =>
    orientationLetters(
      planeView(space, 'axial', findCentre(space), pane, rotateAxes(STANDARD, 'axial', degrees)),
    );
  expect(letters(5)).toEqual({ left: 'R', right: 'L', top: 'A', bottom: 'P' });
  expect(letters(20)).toEqual({ left: 'RP', right: 'LA', top: 'AR', bottom: 'PL' });
});

test('a plane that was zoomed keeps its part around the cross while the head is straightened', () => {
  const space = volumeSpace();
  const cross = add(findCentre(space), [4, -3, 2]);
  const view = { ...planeView(space, 'coronal', cross, pane), millimetresPerPixel: 0.1 };
  const axes = fromAngles({ pitch: 5, yaw: 3, roll: -9 });
  const followed = followAxes(view, STANDARD, axes, cross);
  expectNear(
    patientToPane(followed, pane, cross).point,
    patientToPane(view, pane, cross).point,
    1e-9,
  );
  const straight = planeView(space, 'coronal', cross, pane, axes);
  expectNear(followed.right, straight.right, 1e-12);
  expect(distance(followed.centre, cross)).toBeCloseTo(distance(view.centre, cross));
  expect(dot(subtract(followed.centre, cross), depthDirection(followed))).toBeCloseTo(0);
});
