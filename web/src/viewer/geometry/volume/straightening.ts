import { toDegrees, toRadians } from '../measure.ts';
import { add, clamp, dot, type Point3, scale } from '../vectors.ts';
import { type Axes, fromAxes, STANDARD } from './axes.ts';
import type { PlaneName, PlaneView } from './planes.ts';
import type { VolumeSpace } from './volume-space.ts';

/** Degrees by which each plane's picture is rotated clockwise: pitch is seen in the sagittal plane, yaw in the axial one. */
export type HeadAngles = { readonly pitch: number; readonly yaw: number; readonly roll: number };

/** A point or direction of the patient along the axes. */
export const toAxes = ([left, back, head]: Axes, point: Point3): Point3 => [
  dot(point, left),
  dot(point, back),
  dot(point, head),
];

/** The same grid in coordinates along the axes: everything that takes z for the height follows them. */
export function alongAxes(space: VolumeSpace, axes: Axes): VolumeSpace {
  const [column, row, slice] = space.axes;
  const [first, second, third] = space.inverse;
  return {
    ...space,
    origin: toAxes(axes, space.origin),
    axes: [toAxes(axes, column), toAxes(axes, row), toAxes(axes, slice)],
    inverse: [toAxes(axes, first), toAxes(axes, second), toAxes(axes, third)],
  };
}

/** The directions of a picture's x and y after it was rotated clockwise. */
function rotate(right: Point3, down: Point3, degrees: number): [right: Point3, down: Point3] {
  const cosine = Math.cos(toRadians(degrees));
  const sine = Math.sin(toRadians(degrees));
  return [
    add(scale(right, cosine), scale(down, -sine)),
    add(scale(down, cosine), scale(right, sine)),
  ];
}

/** Rotates the picture of one plane clockwise, and the other two with it. */
export function rotateAxes([left, back, head]: Axes, plane: PlaneName, degrees: number): Axes {
  const feet = scale(head, -1);
  if (plane === 'axial') return [...rotate(left, back, degrees), head];
  const [right, down] = rotate(plane === 'coronal' ? left : back, feet, degrees);
  return plane === 'coronal' ? [right, back, scale(down, -1)] : [left, right, scale(down, -1)];
}

/** Yaw first, then pitch, then roll, each around the axes of the one before. */
export const fromAngles = ({ yaw, pitch, roll }: HeadAngles): Axes =>
  rotateAxes(rotateAxes(rotateAxes(STANDARD, 'axial', yaw), 'sagittal', pitch), 'coronal', roll);

export const toAngles = ([left, back, head]: Axes): HeadAngles => ({
  pitch: toDegrees(Math.asin(clamp(back[2], -1, 1))),
  yaw: toDegrees(Math.atan2(back[0], back[1])),
  roll: toDegrees(Math.atan2(left[2], head[2])),
});

/** Degrees between the axes and those of the machine. */
export function measureStraightening([left, back, head]: Axes): number {
  const trace = left[0] + back[1] + head[2];
  return toDegrees(Math.acos(clamp((trace - 1) / 2, -1, 1)));
}

/** The axes in which a line of the patient is level; in the axial plane it is the midline, and becomes upright. */
export function straightenLine(
  axes: Axes,
  plane: PlaneName,
  line: readonly [Point3, Point3],
): Axes {
  const [from, to] = line.map((point) => toAxes(axes, point)) as [Point3, Point3];
  const across = plane === 'sagittal' ? to[1] - from[1] : to[0] - from[0];
  const down = plane === 'axial' ? to[1] - from[1] : from[2] - to[2];
  const target = plane === 'axial' ? 90 : 0;
  const angle = target - toDegrees(Math.atan2(down, across));
  // A line has no direction: the smaller rotation.
  return rotateAxes(axes, plane, angle - 180 * Math.round(angle / 180));
}

/** A plane that keeps its zoom, and its place around a point, while the axes change. */
export function followAxes(view: PlaneView, before: Axes, after: Axes, around: Point3): PlaneView {
  const follow = (direction: Point3) => fromAxes(after, toAxes(before, direction));
  const offset = add(view.centre, scale(around, -1));
  return {
    ...view,
    right: follow(view.right),
    down: follow(view.down),
    centre: add(around, follow(offset)),
  };
}
