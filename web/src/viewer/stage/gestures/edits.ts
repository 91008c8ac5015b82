import { isPoint3 } from '../../geometry/vectors.ts';
import { listHandles } from '../../model/drawing/annotation-content.ts';
import { isPlane } from '../../model/panes/layout.ts';
import { handleDepth } from '../../model/panes/pane-coordinates.ts';
import { canDraw, isDrawingTool } from '../../model/tools.ts';
import type { ViewerModel } from '../../model/viewer-model.ts';
import { dragPoints, setPoint } from './draw-points.ts';
import { dragArchPoint, dragHandle, findHandle, isVisible } from './handle-drags.ts';
import { dragLine } from './oblique.ts';
import type { Annotations, Drag, Press } from './press.ts';
import { setCursor } from './view-drags.ts';

/** Draws, or drags the handle under the point; undefined where there is none. */
export function beginEdit(
  model: ViewerModel,
  annotations: Annotations,
  press: Press,
): Drag | undefined {
  // A drawing may begin at the end of an older one.
  const { tool } = model.state.get();
  // A landmark is corrected while the next ones are placed.
  const moved = tool === 'ceph' ? dragHandle(model, annotations, press) : undefined;
  if (moved) return moved;
  if (isDrawingTool(tool) && canDraw(tool, press.pane))
    return dragPoints(model, annotations, press, tool);
  return (
    dragArchPoint(model, press) ?? dragHandle(model, annotations, press) ?? dragLine(model, press)
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
  if (target && isPoint3(target) && model.state.get().mode?.tap(target)) return;
  const hit = annotations.all.find(
    ({ content }) =>
      isVisible(content, pane, frame) &&
      findHandle(model, press, listHandles(content), handleDepth(content)) >= 0,
  );
  model.update({ selected: hit?._id });
  if (!hit && (isPlane(pane.kind) || pane.kind === 'panoramic' || pane.kind === 'section'))
    setCursor(model, pane, target);
}
