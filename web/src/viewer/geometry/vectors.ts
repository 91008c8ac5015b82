/** A point of a picture or of a pane: `[x, y]`. */
export type Point2 = readonly [number, number];

/** A point of the patient in millimetres (DICOM's LPS: x to the left, y to the back, z to the head), or of a volume. */
export type Point3 = readonly [number, number, number];

export const isPoint2 = (point: Point2 | Point3): point is Point2 => point.length === 2;
export const isPoint3 = (point: Point2 | Point3): point is Point3 => point.length === 3;

/** Width and height of a pane in CSS pixels, or of a picture in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export const add = (a: Point3, b: Point3): Point3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

export const subtract = (a: Point3, b: Point3): Point3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

export const scale = (a: Point3, factor: number): Point3 => [
  a[0] * factor,
  a[1] * factor,
  a[2] * factor,
];

export const dot = (a: Point3, b: Point3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export const cross = (a: Point3, b: Point3): Point3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export const norm = (a: Point3): number => Math.hypot(a[0], a[1], a[2]);

/** The unit vector of the same direction; a vector without length is returned unchanged. */
export function normalize(a: Point3): Point3 {
  const length = norm(a);
  return length > 0 ? scale(a, 1 / length) : a;
}

export const distance = (a: Point3, b: Point3): number => norm(subtract(a, b));

/** The point between `a` (share 0) and `b` (share 1). */
export const mix = (a: Point3, b: Point3, share: number): Point3 => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
];

/** `point` plus `amount` times `direction`. */
export const along = (point: Point3, direction: Point3, amount: number): Point3 =>
  add(point, scale(direction, amount));

export const clamp = (value: number, min: number, max: number): number =>
  Math.min(Math.max(value, min), max);
