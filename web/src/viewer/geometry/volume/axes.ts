import { add, type Point3, scale } from '../vectors.ts';

/** Unit vectors to the left, to the back and to the head, in patient coordinates: the directions of planes and the arch. */
export type Axes = readonly [left: Point3, back: Point3, head: Point3];

/** The axes of the machine, in which a head lies as it was placed. */
export const STANDARD: Axes = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** A point or direction along the axes in patient coordinates. */
export const fromAxes = ([left, back, head]: Axes, [x, y, z]: Point3): Point3 =>
  add(add(scale(left, x), scale(back, y)), scale(head, z));
