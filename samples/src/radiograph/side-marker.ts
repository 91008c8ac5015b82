import type { Film, Plane } from '../raster/film.ts';
import { type Outline, outline, paint } from '../raster/outline.ts';

/** Lower left corner and height of the lead letter, in mm of the film. */
const POSITION = { s: -116, z: -47 };
const HEIGHT = 6.5;
const HALF_STROKE = 0.55;
const LEAD = 26;

/** The strokes of the letter R in shares of its height: stem, bowl, leg. */
const strokes: readonly Outline[] = [
  outline(
    [
      [0, 0],
      [0, 0.5],
      [0, 1],
    ],
    false,
  ),
  outline(
    [
      [0, 1],
      [0.32, 1],
      [0.53, 0.9],
      [0.55, 0.74],
      [0.48, 0.56],
      [0.3, 0.48],
      [0, 0.48],
    ],
    false,
  ),
  outline(
    [
      [0.26, 0.48],
      [0.42, 0.24],
      [0.58, 0],
    ],
    false,
  ),
];

/** Draws the lead letter that marks the patient's right side. */
export function drawMarker(plane: Plane, film: Film): void {
  for (const { points } of strokes) {
    const knots = points.map(
      ([x, y]) => [POSITION.s + x * HEIGHT, POSITION.z + y * HEIGHT] as const,
    );
    paint(plane, film, { points: knots, closed: false }, HALF_STROKE + 0.2, (distance) =>
      distance > -HALF_STROKE ? LEAD : 0,
    );
  }
}
