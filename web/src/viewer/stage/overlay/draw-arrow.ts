import type { Point2 } from '../../geometry/vectors.ts';
import { type Context, strokePath } from './strokes.ts';

/** CSS pixels of a side of the head, and its angle to the shaft. */
const HEAD = { side: 14, angle: Math.PI / 7 } as const;

/** An arrow whose tip is the first point. */
export function drawArrow(context: Context, path: readonly Point2[], colour: string): void {
  const [tip, end] = path;
  if (!tip || !end) return;
  const direction = Math.atan2(end[1] - tip[1], end[0] - tip[0]);
  const sideAt = (angle: number): Point2 => [
    tip[0] + HEAD.side * Math.cos(direction + angle),
    tip[1] + HEAD.side * Math.sin(direction + angle),
  ];
  strokePath(context, path, colour);
  strokePath(context, [sideAt(HEAD.angle), tip, sideAt(-HEAD.angle)], colour, [], 2.25);
}
