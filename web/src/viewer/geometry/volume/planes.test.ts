import { describe, expect, test } from 'vitest';
import { expectNear, GRIDS, volumeSpace } from '../testing.ts';
import { add, dot, normalize, type Point3 } from '../vectors.ts';
import { orientationLetters } from './orientation-letters.ts';
import { planeLine } from './plane-line.ts';
import {
  depthDirection,
  mirror,
  type PlaneName,
  type PlaneView,
  panBy,
  paneToPatient,
  patientToPane,
  planeView,
  rotateBy,
  throughPoint,
  zoomAt,
} from './planes.ts';
import { moveToSlice, sliceAt, slicePositions, sliceStep } from './slice-positions.ts';
import { findCentre, listCorners, toPatient, toVoxel } from './volume-space.ts';

const pane = { width: 300, height: 200 };
const planes: readonly PlaneName[] = ['axial', 'coronal', 'sagittal'];

describe.each(Object.entries(GRIDS))('a volume %s', (_, grid) => {
  const space = volumeSpace(grid);
  const centre = findCentre(space);
  const view = (plane: PlaneName) => planeView(space, plane, centre, pane);

  test.each([
    ['axial', { left: 'R', right: 'L', top: 'A', bottom: 'P' }],
    ['coronal', { left: 'R', right: 'L', top: 'H', bottom: 'F' }],
    ['sagittal', { left: 'A', right: 'P', top: 'H', bottom: 'F' }],
  ] as const)('is shown %s in radiological orientation', (plane, letters) => {
    expect(orientationLetters(view(plane))).toEqual(letters);
  });

  test('has the left of the patient on the right of the screen, whatever the order of its slices', () => {
    const middleX = pane.width / 2;
    const middleY = pane.height / 2;
    const at = (plane: PlaneName, offset: Point3) => {
      const through = throughPoint(view(plane), centre);
      const { point } = patientToPane(through, pane, add(centre, offset));
      return [Math.sign(point[0] - middleX), Math.sign(point[1] - middleY)].map((sign, axis) =>
        Math.abs((point[axis] ?? 0) - (axis ? middleY : middleX)) < 1e-6 ? 0 : sign,
      );
    };
    const toLeft: Point3 = [5, 0, 0];
    const toBack: Point3 = [0, 5, 0];
    const toHead: Point3 = [0, 0, 5];
    expect(at('axial', toLeft)).toEqual([1, 0]);
    expect(at('axial', toBack)).toEqual([0, 1]);
    expect(at('coronal', toLeft)).toEqual([1, 0]);
    expect(at('coronal', toHead)).toEqual([0, -1]);
    expect(at('sagittal', toBack)).toEqual([1, 0]);
    expect(at('sagittal', toHead)).toEqual([0, -1]);
  });

  test.each(planes)('fits into the pane of its %s plane', (plane) => {
    const points = listCorners(space).map(
      (corner) => patientToPane(view(plane), pane, corner).point,
    );
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    const shown = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const [left = 0, right = 0, top = 0, bottom = 0] = shown;
    expect(left).toBeGreaterThan(-1e-6);
    expect(top).toBeGreaterThan(-1e-6);
    expectNear([left + right, top + bottom], [pane.width, pane.height], 1e-6);
    expect(Math.max((right - left) / pane.width, (bottom - top) / pane.height)).toBeCloseTo(1);
  });

  test.each(planes)('has points of its %s plane where they are seen', (plane) => {
    const through = add(centre, [3, -4, 5]);
    const shown = rotateBy(planeView(space, plane, through, pane), 25);
    expect(patientToPane(shown, pane, through).depth).toBeCloseTo(0);
    const patient = paneToPatient(shown, pane, [12, 170]);
    expectNear(patientToPane(shown, pane, patient).point, [12, 170]);
    const deeper = add(patient, depthDirection(shown));
    const { point, depth } = patientToPane(shown, pane, deeper);
    expectNear([...point, depth], [12, 170, 1]);
  });
});

describe('a slider through the slices', () => {
  test('stops at the centres of the voxels', () => {
    const space = volumeSpace({ origin: [0, 0, 7], spacing: [0.25, 0.4, 2], size: [120, 75, 30] });
    expect(sliceStep(space, [0, 0, 1])).toBeCloseTo(2);
    expect(sliceStep(space, [-1, 0, 0])).toBeCloseTo(0.25);
    const positions = slicePositions(space, [0, 0, 1]);
    expect(positions).toMatchObject({ count: 30 });
    for (const slice of [0, 13, 29]) {
      const point = moveToSlice(positions, [1, 2, 3], slice);
      expectNear(point, [1, 2, 7 + slice * 2]);
      expect(sliceAt(positions, point)).toBe(slice);
    }
    expect(sliceAt(positions, [0, 0, 1000])).toBe(29);
    expect(sliceAt(positions, [0, 0, -1000])).toBe(0);
  });

  test('runs into the screen, and meets every slice of a reversed volume', () => {
    const space = volumeSpace({ column: [-1, 0, 0], spacing: [1, 1, 0.5], size: [8, 8, 40] });
    const view = planeView(space, 'axial', findCentre(space), pane);
    const positions = slicePositions(space, depthDirection(view));
    expect(positions.count).toBe(40);
    const first = moveToSlice(positions, findCentre(space), 0);
    expect(toVoxel(space, first)[2]).toBeCloseTo(39);
    expect(toVoxel(space, moveToSlice(positions, first, 39))[2]).toBeCloseTo(0);
  });

  test('of an oblique volume covers it with steps of about a voxel', () => {
    const space = volumeSpace(GRIDS.oblique);
    const positions = slicePositions(space, [0, 0, 1]);
    const heights = listCorners(space).map((corner) => corner[2]);
    const last = positions.first + positions.step * (positions.count - 1);
    expect(positions.first).toBeLessThan(Math.min(...heights) + positions.step);
    expect(last).toBeGreaterThan(Math.max(...heights) - positions.step);
    expect(positions.step).toBeGreaterThan(0.3);
    expect(positions.step).toBeLessThan(0.5);
  });
});

describe('a plane', () => {
  const space = volumeSpace();
  const axial = planeView(space, 'axial', findCentre(space), pane);

  test('is zoomed at the pointer', () => {
    const fixed = paneToPatient(axial, pane, [40, 60]);
    const zoomed = zoomAt(axial, pane, [40, 60], 3);
    expect(zoomed.millimetresPerPixel).toBeCloseTo(axial.millimetresPerPixel / 3);
    expectNear(paneToPatient(zoomed, pane, [40, 60]), fixed);
  });

  test('is not zoomed without end', () => {
    const zoom = (factor: number) => zoomAt(axial, pane, [0, 0], factor).millimetresPerPixel;
    expect(zoom(1e9)).toBeGreaterThan(0.001);
    expect(zoom(1e-9)).toBeLessThan(100);
  });

  test('follows the finger', () => {
    const under = paneToPatient(axial, pane, [40, 60]);
    const moved = panBy(axial, [25, -10]);
    expectNear(patientToPane(moved, pane, under).point, [65, 50]);
  });

  test('is rotated clockwise, and its letters follow', () => {
    const rotated = rotateBy(axial, 90);
    expect(orientationLetters(rotated)).toEqual({ left: 'P', right: 'A', top: 'R', bottom: 'L' });
    expectNear(depthDirection(rotated), depthDirection(axial));
  });

  test('that is mirrored has its letters swapped', () => {
    expect(orientationLetters(mirror(axial))).toMatchObject({ left: 'L', right: 'R', top: 'A' });
  });

  test('that is oblique has two letters at an edge, a nearly straight one has one', () => {
    expect(orientationLetters(rotateBy(axial, 30)).right).toBe('LA');
    expect(orientationLetters(rotateBy(axial, 60)).right).toBe('AL');
    expect(orientationLetters(rotateBy(axial, 5)).right).toBe('L');
  });

  test('goes through another point without moving in the pane', () => {
    const point = add(findCentre(space), [1, 2, 9]);
    const moved = throughPoint(axial, point);
    expect(patientToPane(moved, pane, point).depth).toBeCloseTo(0);
    expectNear(moved.centre.slice(0, 2), axial.centre.slice(0, 2));
  });
});

describe('the line of another plane', () => {
  const space = volumeSpace();
  const through = add(findCentre(space), [4, -3, 2]);
  const view = (plane: PlaneName) => planeView(space, plane, through, pane);

  test('crosses the pane at the common point', () => {
    const { point } = patientToPane(view('axial'), pane, through);
    expect(planeLine(view('axial'), pane, view('sagittal'))?.map(([x]) => x)).toEqual([
      expect.closeTo(point[0]),
      expect.closeTo(point[0]),
    ]);
    expect(planeLine(view('axial'), pane, view('coronal'))?.map(([, y]) => y)).toEqual([
      expect.closeTo(point[1]),
      expect.closeTo(point[1]),
    ]);
  });

  test('of an oblique plane consists of points of both', () => {
    const right = normalize([1, 0.4, 0]);
    const oblique: PlaneView = { ...view('coronal'), right, centre: through };
    const line = planeLine(view('axial'), pane, oblique);
    expect(line).toBeDefined();
    for (const end of line ?? []) {
      const patient = paneToPatient(view('axial'), pane, end);
      expect(
        dot(depthDirection(oblique), patient) - dot(depthDirection(oblique), through),
      ).toBeCloseTo(0);
      const [x, y] = end;
      const toBorder = [x, pane.width - x, y, pane.height - y];
      expect(Math.min(...toBorder)).toBeCloseTo(0);
    }
  });

  test('is missing where the planes are parallel or do not meet in the pane', () => {
    expect(planeLine(view('axial'), pane, view('axial'))).toBeUndefined();
    const outside = throughPoint(view('sagittal'), toPatient(space, [2000, 0, 0]));
    expect(planeLine(view('axial'), pane, outside)).toBeUndefined();
  });
});
