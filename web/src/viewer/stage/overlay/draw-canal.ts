import { findDiameter, findStructure } from '@deqiq/contract/imaging/annotation-limits.ts';
import { type Canal, unverifiedPoints } from '../../annotations/clearance.ts';
import { polylineInPlane } from '../../geometry/canal.ts';
import type { Point2, Size } from '../../geometry/vectors.ts';
import type { PlaneView } from '../../geometry/volume/planes.ts';
import { HANDLE_DEPTH } from '../../model/panes/pane-coordinates.ts';
import { COLOURS, type Context, drawHandle, haloText, strokePath, tracePath } from './strokes.ts';

/** Of a line that an implant must not touch. */
export const structureColours = {
  canal: COLOURS.canal,
  'sinus-floor': '#9fc4ff',
  root: '#f0dc9a',
} as const;

/** Millimetres to both sides of a plane in which a line without a diameter is shown. */
const LINE_SLAB = 1;

/** The parts of a canal in a plane with its walls, and a circle where it passes through. */
export function drawCanal(context: Context, view: PlaneView, size: Size, canal: Canal): void {
  const diameter = findDiameter(canal);
  const colour = structureColours[findStructure(canal)];
  const { segments, crossings } = polylineInPlane(
    canal.points,
    view,
    size,
    diameter || 2 * LINE_SLAB,
  );
  const width = diameter / view.millimetresPerPixel;
  for (const segment of segments) {
    if (width > 0) fillWalls(context, segment, width, colour);
    strokePath(context, segment, colour, [], 1.5);
  }
  context.globalAlpha = 1;
  for (const centre of crossings) {
    if (width > 0) drawCircle(context, centre, width / 2, colour);
    drawHandle(context, centre, colour, false);
  }
}

/** As wide as the structure, with half its light. */
function fillWalls(
  context: Context,
  segment: readonly Point2[],
  width: number,
  colour: string,
): void {
  context.strokeStyle = colour;
  context.globalAlpha = 0.3;
  context.lineWidth = width;
  tracePath(context, segment);
  context.stroke();
  context.globalAlpha = 1;
}

function drawCircle(context: Context, [x, y]: Point2, radius: number, colour: string): void {
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
  context.strokeStyle = colour;
  context.lineWidth = 1.75;
  context.stroke();
}

/** Question marks above the points of a canal whose depth has not been seen. */
export function markUnverified(
  context: Context,
  canal: Canal,
  points: readonly { readonly point: Point2; readonly depth: number }[],
): void {
  for (const index of unverifiedPoints(canal)) {
    const shown = points[index];
    if (shown && Math.abs(shown.depth) <= HANDLE_DEPTH)
      haloText(context, '?', shown.point[0] - 3, shown.point[1] - 9);
  }
}
