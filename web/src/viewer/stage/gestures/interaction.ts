import { listHandles } from '../../model/drawing/annotation-content.ts';
import { isPlane } from '../../model/panes/layout.ts';
import { canDraw, isDrawingTool } from '../../model/tools.ts';
import type { ViewerModel } from '../../model/viewer-model.ts';
import { dragPoints, setPoint } from './draw-points.ts';
import { dragArchPoint, dragHandle, findHandle, isVisible } from './handle-drags.ts';
import { type Annotations, type Drag, NO_DRAG, type Press } from './press.ts';
import { panPicture, rotateSurface, setCursor, viewDrags } from './view-drags.ts';

/** Begins what the tool does, or drags the handle under the point. */
export function beginDrag(
  model: ViewerModel,
  annotations: Annotations,
  press: Press,
  dragLine?: (model: ViewerModel, press: Press) => Drag | undefined,
): Drag {
  const { pane, isPan } = press;
  if (pane.kind === 'surface') return rotateSurface(model, press);
  if (isPan) return panPicture(model, press);
  // A drawing may begin at the end of an older one.
  const { tool } = model.state.get();
  if (isDrawingTool(tool) && canDraw(tool, pane))
    return dragPoints(model, annotations, press, tool);
  return (
    dragArchPoint(model, press) ??
    dragHandle(model, annotations, press) ??
    dragLine?.(model, press) ??
    (isDrawingTool(tool) ? NO_DRAG : viewDrags[tool](model, press))
  );
}

/** A tap: adds a point, moves the cross-hair, or chooses the annotation under it. */
export function tapPane(model: ViewerModel, annotations: Annotations, press: Press): void {
  const { pane, target } = press;
  const { tool, frame } = model.state.get();
  if (isDrawingTool(tool) && canDraw(tool, pane)) {
    setPoint(model, annotations, press, tool);
    return;
  }
  const hit = annotations.all.find(
    ({ content }) =>
      isVisible(content, pane, frame) && findHandle(model, press, listHandles(content)) >= 0,
  );
  model.update({ selected: hit?._id });
  if (!hit && (isPlane(pane.kind) || pane.kind === 'panoramic' || pane.kind === 'section'))
    setCursor(model, pane, target);
}
