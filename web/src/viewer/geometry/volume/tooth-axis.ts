import {
  along,
  cross,
  dot,
  normalize,
  type Point3,
  type Size,
  scale,
  subtract,
} from '../vectors.ts';
import type { Axes } from './axes.ts';
import { fitField, type PlaneName, type PlaneView, planeDirections } from './planes.ts';
import { rotateAxes } from './straightening.ts';

/**
 * Axes whose third one lies along a line of the patient, and whose planes are rotated around it. A line has no
 * direction: the head stays up. The first axis stays as near to the former one as it can.
 */
export function axesAlong(from: Point3, to: Point3, axes: Axes, degrees = 0): Axes {
  const line = normalize(subtract(to, from));
  const up = scale(line, dot(line, axes[2]) < 0 ? -1 : 1);
  // A tooth may lie across the head; then the first axis is the direction of the line.
  const reference = Math.abs(dot(up, axes[0])) > 0.9 ? scale(axes[2], -1) : axes[0];
  const left = normalize(along(reference, up, -dot(reference, up)));
  return rotateAxes([left, cross(up, left), up], 'axial', degrees);
}

/** The three planes along these axes, with a field of so many millimetres in the smaller side of the pane. */
export function smallField(
  axes: Axes,
  centre: Point3,
  paneSize: Size,
  field: number,
): Readonly<Record<PlaneName, PlaneView>> {
  const millimetresPerPixel = fitField(field, paneSize);
  const view = (plane: PlaneName) => ({
    ...planeDirections(plane, axes),
    centre,
    millimetresPerPixel,
  });
  return { axial: view('axial'), coronal: view('coronal'), sagittal: view('sagittal') };
}
