import { describe, expect, test } from 'vitest';
import { expectNear, volumeSpace } from '../testing.ts';
import { add, along, distance, dot, norm, type Point3, subtract } from '../vectors.ts';
import { orientationLetters } from '../volume/orientation-letters.ts';
import { depthDirection, paneToPatient, patientToPane, planeView } from '../volume/planes.ts';
import {
  type CrossSectionOptions,
  crossSectionAt,
  crossSectionPositions,
} from './cross-section.ts';
import { createCurve } from './curve.ts';
import { COLUMN_STRIDE, panoramicSurface, traceOutline } from './panoramic.ts';

const HEIGHT = 12;

/** A parabola in an axial plane, open to the back: x to the left, y to the back. */
const archPoint = (x: number): Point3 => [x, x * x * 0.05 - 20, HEIGHT];
const xs = [-26, -20, -13, -6, 0, 6, 13, 20, 26];
const arch = createCurve(xs.map(archPoint));

const radius = 25;
const circlePoint = (degrees: number): Point3 => [
  -radius * Math.cos((degrees * Math.PI) / 180),
  -radius * Math.sin((degrees * Math.PI) / 180),
  0,
];
/** A half circle around the front, from the right to the left. */
const circle = createCurve([0, 22.5, 45, 67.5, 90, 112.5, 135, 157.5, 180].map(circlePoint));

const degreesBetween = (a: Point3, b: Point3) =>
  (Math.acos(Math.min(1, dot(a, b) / norm(a) / norm(b))) * 180) / Math.PI;

describe('the curve of an arch', () => {
  test('goes through its control points, from right to left', () => {
    for (const x of xs) {
      const { position } = arch.nearest(archPoint(x));
      expectNear(arch.pointAt(position), archPoint(x), 0.02);
    }
    expectNear(arch.pointAt(0), archPoint(-26));
    expectNear(arch.pointAt(arch.length), archPoint(26));
  });

  test('has the length of the arch', () => {
    expect(Math.abs(circle.length - Math.PI * radius)).toBeLessThan(0.15);
    let sum = 0;
    for (let step = 1; step <= 1e4; step += 1)
      sum += distance(
        arch.pointAt((arch.length * step) / 1e4),
        arch.pointAt((arch.length * (step - 1)) / 1e4),
      );
    expect(sum).toBeCloseTo(arch.length, 3);
  });

  test('is measured in equal millimetres', () => {
    for (let position = 0; position < arch.length - 1; position += 0.7) {
      const chord = distance(arch.pointAt(position), arch.pointAt(position + 0.1));
      expect(chord).toBeGreaterThan(0.0998);
      expect(chord).toBeLessThan(0.1002);
    }
  });

  test('has tangents in its direction, and normals to the cheek', () => {
    for (let position = 0.5; position < arch.length - 0.5; position += 1.3) {
      const ahead = subtract(arch.pointAt(position + 0.01), arch.pointAt(position - 0.01));
      expect(degreesBetween(arch.tangentAt(position), ahead)).toBeLessThan(0.05);
      const normal = arch.normalAt(position);
      expect(Math.abs(dot(normal, arch.tangentAt(position)))).toBeLessThan(1e-9);
      const inside: Point3 = [0, 20, HEIGHT];
      expect(dot(normal, subtract(arch.pointAt(position), inside))).toBeGreaterThan(0);
      expect(norm(normal)).toBeCloseTo(1);
    }
    expectNear(arch.normalAt(arch.length / 2), [0, -1, 0], 0.01);
  });

  test('is the same if it was drawn from left to right', () => {
    const reversed = createCurve(xs.toReversed().map(archPoint));
    for (const position of [0, 10, 44]) {
      expectNear(reversed.pointAt(position), arch.pointAt(position), 1e-6);
      expectNear(reversed.normalAt(position), arch.normalAt(position), 1e-6);
    }
  });

  test('of one side or of a straight line runs from right to left too', () => {
    const leftSide = createCurve([20, 13, 6, 0].map(archPoint));
    expectNear(leftSide.pointAt(0), archPoint(0));
    expect(leftSide.normalAt(leftSide.length)[0]).toBeGreaterThan(0);
    const straight = createCurve([
      [9, 0, 0],
      [-9, 0, 0],
    ]);
    expectNear(straight.pointAt(0), [-9, 0, 0]);
    expectNear(straight.normalAt(3), [0, -1, 0]);
  });

  test('finds the nearest point, and on which side of it a point lies', () => {
    for (const position of [3, 20, 41, 60]) {
      const normal = arch.normalAt(position);
      const outside = add(along(arch.pointAt(position), normal, 2.5), [0, 0, 4]);
      const nearest = arch.nearest(outside);
      expect(nearest.position).toBeCloseTo(position, 3);
      expect(nearest.offset).toBeCloseTo(2.5, 4);
      expect(nearest.height).toBeCloseTo(4);
      expect(arch.nearest(along(arch.pointAt(position), normal, -3)).offset).toBeCloseTo(-3, 4);
    }
  });

  test('ends where it ends', () => {
    expectNear(arch.pointAt(-5), arch.pointAt(0));
    expectNear(arch.pointAt(1e4), arch.pointAt(arch.length));
    expect(arch.nearest([-26, 300, 0]).position).toBeCloseTo(0, 3);
  });

  test('counts equal neighbours once, and refuses a single point', () => {
    const doubled = createCurve(xs.flatMap((x) => [archPoint(x), archPoint(x)]));
    expect(doubled.length).toBeCloseTo(arch.length);
    expect(() => createCurve([archPoint(0), archPoint(0)])).toThrow('two different points');
  });
});

const options: CrossSectionOptions = {
  width: 40,
  height: 50,
  paneSize: { width: 200, height: 250 },
};

describe('cross-sections', () => {
  test('are perpendicular to the arch within 1 degree', () => {
    const positions = crossSectionPositions(arch, 1);
    expect(positions).toHaveLength(Math.floor(arch.length) + 1);
    for (const position of positions) {
      const view = crossSectionAt(arch, position, options);
      const x = arch.pointAt(position)[0];
      const trueTangent: Point3 = [1, 2 * 0.05 * x, 0];
      expect(
        degreesBetween(depthDirection(view), [-trueTangent[0], -trueTangent[1], 0]),
      ).toBeLessThan(1);
      expectNear(view.centre, arch.pointAt(position));
    }
  });

  test('have the cheek on the left, the head up, and the scale of the pane', () => {
    const view = crossSectionAt(arch, 10, { ...options, elevation: 5 });
    expect(view.millimetresPerPixel).toBeCloseTo(0.2);
    expect(view.centre[2]).toBeCloseTo(HEIGHT + 5);
    const buccal = along(view.centre, arch.normalAt(10), 10);
    expectNear(patientToPane(view, options.paneSize, buccal).point, [50, 125], 1e-6);
    const above = add(view.centre, [0, 0, 10]);
    expectNear(patientToPane(view, options.paneSize, above).point, [100, 75], 1e-6);
  });

  test('in the midline equal the sagittal plane', () => {
    const view = crossSectionAt(circle, circle.length / 2, options);
    const sagittal = planeView(volumeSpace(), 'sagittal', view.centre, options.paneSize);
    expectNear(view.right, sagittal.right, 1e-3);
    expectNear(depthDirection(view), depthDirection(sagittal), 1e-3);
    expect(orientationLetters(view)).toEqual({ left: 'A', right: 'P', top: 'H', bottom: 'F' });
  });

  test('are as far apart as requested', () => {
    const positions = crossSectionPositions(arch, 0.5);
    expect(positions.slice(0, 3)).toEqual([0, 0.5, 1]);
    expect(positions.at(-1)).toBeGreaterThan(arch.length - 0.5);
  });

  test('show a distance across the jaw as it is', () => {
    const view = crossSectionAt(arch, 33, options);
    const [lingual, buccal] = [-4, 3.5].map((offset) =>
      along(arch.pointAt(33), arch.normalAt(33), offset),
    ) as [Point3, Point3];
    const ends = [lingual, buccal].map((point) =>
      paneToPatient(view, options.paneSize, patientToPane(view, options.paneSize, point).point),
    ) as [Point3, Point3];
    expect(distance(...ends)).toBeCloseTo(7.5);
  });
});

describe('the panoramic', () => {
  test('has a column for each pixel of the arch, with its normal', () => {
    const surface = panoramicSurface(arch, { millimetresPerPixel: 0.25 });
    const columns = surface.length / COLUMN_STRIDE;
    expect(columns).toBe(Math.floor(arch.length / 0.25) + 1);
    const column = [...surface.slice(100 * COLUMN_STRIDE, 101 * COLUMN_STRIDE)];
    const normal = arch.normalAt(25);
    expectNear(column, [...arch.pointAt(25), normal[0], normal[1]], 1e-5);
  });

  test('begins on the right of the patient', () => {
    const surface = panoramicSurface(arch, { millimetresPerPixel: 0.5 });
    expectNear([...surface.slice(0, 3)], archPoint(-26), 1e-5);
    expect(surface.at(-COLUMN_STRIDE)).toBeGreaterThan(25);
  });

  test('has edges parallel to the arch', () => {
    for (const at of crossSectionPositions(arch, 1)) {
      const { position, offset } = arch.nearest(along(arch.pointAt(at), arch.normalAt(at), 4));
      if (position > 0.1 && position < arch.length - 0.1) expect(offset).toBeCloseTo(4, 2);
    }
  });

  test('is drawn as a line along the arch from end to end', () => {
    const outline = traceOutline(arch);
    expect(outline.length).toBeGreaterThan(arch.length);
    expectNear(outline[0] as Point3, arch.pointAt(0));
    expectNear(outline.at(-1) as Point3, arch.pointAt(arch.length));
  });
});
