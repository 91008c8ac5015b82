import { type Canal, canalDiameter, unverifiedPoints } from '../annotations/clearance.ts';
import { polylineInPlane } from '../geometry/canal.ts';
import type { Point2, Size } from '../geometry/vectors.ts';
import type { PlaneView } from '../geometry/volume/planes.ts';
import { HANDLE_DEPTH } from '../model/panes/pane-coordinates.ts';
import { COLOURS, type Context, drawHandle, haloText, strokePath, tracePath } from './strokes.ts';

/** The parts of a canal in a plane with its walls, and a circle where it passes through. */
export function drawCanal(context: Context, view: PlaneView, size: Size, canal: Canal): void {
  const diameter = canalDiameter(canal);
  const { segments, crossings } = polylineInPlane(canal.points, view, size, diameter);
  const width = diameter / view.millimetresPerPixel;
  context.strokeStyle = COLOURS.canal;
  for (const segment of segments) {
    context.globalAlpha = 0.3;
    context.lineWidth = width;
    tracePath(context, segment);
    context.stroke();
    context.globalAlpha = 1;
    strokePath(context, segment, COLOURS.canal, [], 1.5);
  }
  context.globalAlpha = 1;
  for (const centre of crossings) {
    drawCircle(context, centre, width / 2);
    drawHandle(context, centre, COLOURS.canal, false);
  }
}

function drawCircle(context: Context, [x, y]: Point2, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
  context.strokeStyle = COLOURS.canal;
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
