import { expect, test } from 'vitest';
import { toDegrees } from '../measure.ts';
import { GRIDS, volumeSpace } from '../testing.ts';
import { cross, dot, mix, normalize, type Point3, subtract } from '../vectors.ts';
import { STANDARD } from './axes.ts';
import { paneToPatient, patientToPane, planeView } from './planes.ts';
import { fromAngles } from './straightening.ts';
import { axesAlong, smallField } from './tooth-axis.ts';
import { findCentre } from './volume-space.ts';

const PANE = { width: 390, height: 420 };

const angleBetween = (a: Point3, b: Point3) =>
  toDegrees(Math.acos(Math.min(1, Math.abs(dot(normalize(a), normalize(b))))));

/** A tooth of 22 mm that leans 20 degrees to the back and 10 to the side. */
function toothIn(centre: Point3): readonly [crown: Point3, apex: Point3] {
  const lean = normalize([Math.tan(Math.PI / 18), Math.tan(Math.PI / 9), 1]);
  return [-11, 11].map((at) =>
    centre.map((value, axis) => value + at * (lean[axis] ?? 0)),
  ) as unknown as [Point3, Point3];
}

test.each(Object.entries(GRIDS))('two presses find the axis of a tooth: %s', (_, grid) => {
  const space = volumeSpace(grid);
  const [crown, apex] = toothIn(findCentre(space));
  // Presses hit whole pixels of the sagittal plane through each end.
  const press = (point: Point3) => {
    const view = planeView(space, 'sagittal', point, PANE);
    const [x, y] = patientToPane(view, PANE, point).point;
    return paneToPatient(view, PANE, [Math.round(x), Math.round(y)]);
  };
  const axes = axesAlong(press(apex), press(crown), STANDARD);
  const planes = smallField(axes, mix(crown, apex, 0.5), PANE, 30);
  const truth = subtract(apex, crown);
  expect(angleBetween(planes.coronal.down, truth)).toBeLessThan(0.5);
  expect(angleBetween(planes.sagittal.down, truth)).toBeLessThan(0.5);
  const { right, down } = planes.axial;
  expect(angleBetween(cross(right, down), truth)).toBeLessThan(0.5);
  // The long planes are at right angles, and both show 30 mm.
  expect(dot(planes.coronal.right, planes.sagittal.right)).toBeCloseTo(0, 9);
  expect(planes.coronal.millimetresPerPixel * PANE.width).toBeCloseTo(30);
});

test('the head stays up and the left side on the right, whichever end is pressed first', () => {
  const [crown, apex] = toothIn([0, 0, 0]);
  const axes = axesAlong(crown, apex, STANDARD);
  for (const [index, axis] of axesAlong(apex, crown, STANDARD).entries())
    for (const [at, value] of axis.entries()) expect(value).toBeCloseTo(axes[index]?.[at] ?? 9);
  expect(axes[2][2]).toBeGreaterThan(0.9);
  expect(axes[0][0]).toBeGreaterThan(0.9);
  expect(dot(cross(axes[0], axes[1]), axes[2])).toBeCloseTo(1);
});

test('a rotation stays around the tooth, and one that lies across has planes as well', () => {
  const [crown, apex] = toothIn([0, 0, 0]);
  const rotated = axesAlong(crown, apex, fromAngles({ pitch: 5, yaw: 10, roll: 3 }), 90);
  const before = axesAlong(crown, apex, fromAngles({ pitch: 5, yaw: 10, roll: 3 }));
  expect(dot(rotated[2], before[2])).toBeCloseTo(1);
  expect(Math.abs(dot(rotated[0], before[1]))).toBeCloseTo(1);
  const lying = axesAlong([0, 0, 0], [10, 0, 0], STANDARD);
  expect(dot(cross(lying[0], lying[1]), lying[2])).toBeCloseTo(1);
});
