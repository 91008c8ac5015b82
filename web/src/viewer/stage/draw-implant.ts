import { type Implant, outlineInPlane, silhouetteInPlane } from '../geometry/implant.ts';
import type { PlaneView } from '../geometry/planes.ts';
import type { Point2, Size } from '../geometry/vectors.ts';

/** Draws where a plane cuts an implant, filled, and faintly its shadow where it lies beyond the plane. */
export function drawImplant(
  context: CanvasRenderingContext2D,
  view: PlaneView,
  size: Size,
  implant: Implant,
  colour: string,
): void {
  const alpha = context.globalAlpha;
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineWidth = 1.5;
  const outline = outlineInPlane(implant, view, size);
  if (outline.length > 2) {
    tracePolygon(context, outline);
    context.globalAlpha = alpha * 0.25;
    context.fill();
    context.globalAlpha = alpha;
    context.stroke();
    return;
  }
  tracePolygon(context, silhouetteInPlane(implant, view, size));
  context.setLineDash([4, 4]);
  context.stroke();
  context.setLineDash([]);
}

function tracePolygon(context: CanvasRenderingContext2D, points: readonly Point2[]): void {
  context.beginPath();
  for (const [index, [x, y]] of points.entries())
    index === 0 ? context.moveTo(x, y) : context.lineTo(x, y);
  context.closePath();
}
