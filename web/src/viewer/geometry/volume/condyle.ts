import { toDegrees } from '../measure.ts';
import {
  along,
  cross,
  distance,
  dot,
  mix,
  normalize,
  type Point3,
  type Size,
  scale,
  subtract,
} from '../vectors.ts';
import type { Axes } from './axes.ts';
import { fitField, type PlaneView, planeDirections } from './planes.ts';

/** The poles of the head of the lower jaw on one side, in the patient. */
export type Condyle = { readonly lateral: Point3; readonly medial: Point3 };

/** Axes whose first one lies along the condyle, to the patient's left; the head stays up as far as it can. */
export function condyleAxes({ lateral, medial }: Condyle, axes: Axes): Axes {
  const line = normalize(subtract(medial, lateral));
  const left = scale(line, dot(line, axes[0]) < 0 ? -1 : 1);
  const head = normalize(along(axes[2], left, -dot(axes[2], left)));
  return [left, cross(head, left), head];
}

/** Degrees between a condyle and the line from right to left, as the axial plane shows them; millimetres between its poles. */
export function measureCondyle(condyle: Condyle, axes: Axes) {
  const [left] = condyleAxes(condyle, axes);
  return {
    angle: toDegrees(Math.atan2(Math.abs(dot(left, axes[1])), Math.abs(dot(left, axes[0])))),
    width: distance(condyle.lateral, condyle.medial),
  };
}

/** Millimetres: how far outwards the sagittal and how far backwards the coronal plane of a condyle is moved. */
export type Shift = { readonly sagittal: number; readonly coronal: number };

/** The plane across a condyle (sagittal) or along it (coronal), with so many millimetres in the smaller side of the pane. */
export function condyleView(
  condyle: Condyle,
  plane: keyof Shift,
  axes: Axes,
  { shift, field }: { readonly shift: Shift; readonly field: number },
  paneSize: Size,
): PlaneView {
  const { lateral, medial } = condyle;
  const own = condyleAxes(condyle, axes);
  const direction = plane === 'sagittal' ? normalize(subtract(lateral, medial)) : own[1];
  return {
    ...planeDirections(plane, own),
    centre: along(mix(lateral, medial, 0.5), direction, shift[plane]),
    millimetresPerPixel: fitField(field, paneSize),
  };
}
