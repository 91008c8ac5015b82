import type { Implant } from '../../geometry/implant.ts';
import { outlineInPlane, silhouetteInPlane } from '../../geometry/implant-outline.ts';
import type { Size } from '../../geometry/vectors.ts';
import type { PlaneView } from '../../geometry/volume/planes.ts';
import { type Context, tracePath } from './strokes.ts';

/** Draws where a plane cuts an implant, filled, and faintly its shadow where it lies beyond the plane. */
export function drawImplant(
  context: Context,
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
    tracePath(context, outline);
    context.closePath();
    context.globalAlpha = alpha * 0.25;
    context.fill();
    context.globalAlpha = alpha;
    context.stroke();
    return;
  }
  tracePath(context, silhouetteInPlane(implant, view, size));
  context.closePath();
  context.setLineDash([4, 4]);
  context.stroke();
  context.setLineDash([]);
}
