import { expect, test } from 'vitest';
import { toDegrees } from '../measure.ts';
import { GRIDS, volumeSpace } from '../testing.ts';
import { along, cross, distance, dot, normalize, type Point3, subtract } from '../vectors.ts';
import { STANDARD } from './axes.ts';
import { type Condyle, condyleAxes, condyleView, measureCondyle } from './condyle.ts';
import { depthDirection, paneToPatient, patientToPane, planeView } from './planes.ts';
import { fromAngles } from './straightening.ts';
import { findCentre } from './volume-space.ts';

const PANE = { width: 390, height: 420 };
const UNMOVED = { shift: { sagittal: 0, coronal: 0 }, field: 40 };

const angleBetween = (a: Point3, b: Point3) =>
  toDegrees(Math.acos(Math.min(1, Math.abs(dot(normalize(a), normalize(b))))));

/** A condyle of 20 mm whose axis is rotated by so many degrees in the axial plane: the medial pole lies behind. */
function condyleAt(centre: Point3, degrees: number, side: 1 | -1): Condyle {
  const angle = (degrees * Math.PI) / 180;
  const inward: Point3 = [-side * Math.cos(angle), Math.sin(angle), 0];
  return { lateral: along(centre, inward, -10), medial: along(centre, inward, 10) };
}

test.each(Object.entries(GRIDS))(
  'presses at both poles find the axis of a condyle: %s',
  (_, grid) => {
    const space = volumeSpace(grid);
    const press = (point: Point3) => {
      const view = planeView(space, 'axial', point, PANE);
      const [x, y] = patientToPane(view, PANE, point).point;
      return paneToPatient(view, PANE, [Math.round(x), Math.round(y)]);
    };
    for (const [degrees, side] of [
      [22, 1],
      [31, -1],
    ] as const) {
      const truth = condyleAt(findCentre(space), degrees, side);
      const pressed = { lateral: press(truth.lateral), medial: press(truth.medial) };
      const measured = measureCondyle(pressed, STANDARD);
      expect(Math.abs(measured.angle - degrees)).toBeLessThan(0.5);
      expect(Math.abs(measured.width - 20)).toBeLessThan(0.3);
      const line = subtract(truth.medial, truth.lateral);
      const coronal = condyleView(pressed, 'coronal', STANDARD, UNMOVED, PANE);
      const sagittal = condyleView(pressed, 'sagittal', STANDARD, UNMOVED, PANE);
      expect(angleBetween(coronal.right, line)).toBeLessThan(0.5);
      expect(angleBetween(depthDirection(sagittal), line)).toBeLessThan(0.5);
    }
  },
);

test('the head stays up and the left side on the right in both joints', () => {
  for (const side of [1, -1] as const) {
    const axes = condyleAxes(
      condyleAt([0, 0, 0], 25, side),
      fromAngles({ pitch: 4, yaw: 6, roll: 2 }),
    );
    expect(axes[0][0]).toBeGreaterThan(0.8);
    expect(axes[2][2]).toBeGreaterThan(0.9);
    expect(dot(cross(axes[0], axes[1]), axes[2])).toBeCloseTo(1);
  }
});

test('sections move outwards on both sides, and backwards', () => {
  for (const side of [1, -1] as const) {
    const condyle = condyleAt([side * 50, 0, 0], 20, side);
    const move = { shift: { sagittal: 4, coronal: 3 }, field: 40 };
    const sagittal = condyleView(condyle, 'sagittal', STANDARD, move, PANE);
    expect(distance(sagittal.centre, condyle.lateral)).toBeCloseTo(6);
    const coronal = condyleView(condyle, 'coronal', STANDARD, move, PANE);
    expect(coronal.centre[1]).toBeGreaterThan(2.5);
    expect(distance(coronal.centre, [side * 50, 0, 0])).toBeCloseTo(3);
    expect(coronal.millimetresPerPixel * PANE.width).toBeCloseTo(40);
  }
});
