import type { Landmark } from '@deqiq/contract/shared/imaging/landmarks.ts';
import type { Point2 } from '../geometry/vectors.ts';
import { type Context, haloText, strokePath } from './strokes.ts';

/** Planes and axes of the analyses. */
const LINES = [
  ['S', 'N'],
  ['Po', 'Or'],
  ['N', 'A'],
  ['N', 'B'],
  ['N', 'Pog'],
  ['ANS', 'PNS'],
  ['Go', 'Me'],
  ['U1r', 'U1'],
  ['L1r', 'L1'],
  ['Pn', "Pog'"],
] as const satisfies readonly (readonly [Landmark, Landmark])[];

/** The lines between the landmarks that are placed, and their names. */
export function drawCeph(
  context: Context,
  names: readonly Landmark[],
  path: readonly Point2[],
  colour: string,
): void {
  for (const [from, to] of LINES) {
    const start = path[names.indexOf(from)];
    const end = path[names.indexOf(to)];
    if (start && end) strokePath(context, [start, end], colour, [], 1.25);
  }
  for (const [at, name] of names.entries()) {
    const point = path[at];
    if (point) haloText(context, name.replace("'", '′'), point[0] + 6, point[1] - 5);
  }
}
