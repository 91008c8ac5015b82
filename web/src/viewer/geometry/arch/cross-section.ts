import { along, type Point3, type Size, scale } from '../vectors.ts';
import type { PlaneView } from '../volume/planes.ts';
import type { Curve } from './curve.ts';

export interface CrossSectionOptions {
  /** Visible size, millimetres. */
  readonly width: number;
  readonly height: number;
  readonly paneSize: Size;
  /** Height of the pane's middle above the arch, millimetres. */
  readonly elevation?: number;
}

const DOWN: Point3 = [0, 0, -1];

/**
 * The plane perpendicular to the arch at millimetres from its start, on the patient's right. Buccal is on the left of
 * the screen, the head up: in the midline it equals the sagittal plane.
 */
export function crossSectionAt(
  curve: Curve,
  position: number,
  { width, height, paneSize, elevation = 0 }: CrossSectionOptions,
): PlaneView {
  return {
    centre: along(curve.pointAt(position), DOWN, -elevation),
    right: scale(curve.normalAt(position), -1),
    down: DOWN,
    millimetresPerPixel: Math.max(
      width / Math.max(paneSize.width, 1),
      height / Math.max(paneSize.height, 1),
    ),
  };
}

/** Positions of cross-sections every `step` millimetres, from the start of the arch to its end. */
export function crossSectionPositions(curve: Curve, step: number): readonly number[] {
  const count = Math.floor(curve.length / step + 1e-9) + 1;
  return Array.from({ length: count }, (_, index) => index * step);
}
