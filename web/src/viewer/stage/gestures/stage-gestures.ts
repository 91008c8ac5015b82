import type { Point2 } from '../../geometry/vectors.ts';
import type { AnnotationPoint } from '../../model/drawing/annotation-content.ts';
import { findPane, type PaneLayout } from '../../model/panes/layout.ts';
import { canDraw, isDrawingTool } from '../../model/tools.ts';
import type { ViewerModel } from '../../model/viewer-model.ts';
import type { GestureHandlers } from './gesture-handlers.ts';
import { beginDrag, type Edits } from './interaction.ts';
import { type Annotations, type Drag, locate, type Press } from './press.ts';

/** The stage, as it is when a gesture happens. */
type Latest = {
  readonly current: {
    readonly model: ViewerModel;
    readonly annotations: Annotations;
    readonly code: Edits | undefined;
    readonly onHover: (target: AnnotationPoint | undefined) => void;
    readonly onDoubleTap: (pane: PaneLayout, point: Point2) => void;
  };
};

/** The drag of one pointer. */
type Dragging = { readonly pane: PaneLayout; readonly drag: Drag; readonly hasLoupe: boolean };

/** Gestures on the stage. Its points become presses here, and nowhere else. */
export function createStageGestures(latest: Latest): GestureHandlers {
  let dragging: Dragging | undefined;
  return {
    onDragStart(at, pointer) {
      dragging = startDragging(latest, at, pointer);
    },
    onDrag(at) {
      if (!dragging) return;
      const { model } = latest.current;
      const { pane, drag, hasLoupe } = dragging;
      drag.move(locate(model, pane, inPane(pane, at)));
      if (hasLoupe) model.update({ loupe: at });
    },
    onDragEnd(isCancelled) {
      dragging?.drag.end(isCancelled);
      dragging = undefined;
      latest.current.model.update({ isMoving: false, loupe: undefined });
    },
    canHold(at) {
      const { model } = latest.current;
      const { tool } = model.state.get();
      const pane = findPane(model.panes(), at);
      return pane !== undefined && isDrawingTool(tool) && canDraw(tool, pane);
    },
    onHold: (at) => latest.current.model.update({ loupe: at }),
    onHoldEnd(at, isCancelled) {
      latest.current.model.update({ loupe: undefined });
      if (!isCancelled) tap(latest, at, true);
    },
    onPinch: (centre, factor, delta) => pinch(latest, centre, factor, delta),
    onPinchEnd: () => latest.current.model.update({ isMoving: false }),
    onTap: (at) => tap(latest, at),
    onDoubleTap(at) {
      const { model, onDoubleTap } = latest.current;
      const pane = findPane(model.panes(), at);
      if (!pane) return;
      // Two points of a drawing may be set quickly one after the other.
      if (isDrawingTool(model.state.get().tool)) tap(latest, at);
      else onDoubleTap(pane, inPane(pane, at));
    },
    onWheel: (at, steps, isZoom) => turnWheel(latest, at, steps, isZoom),
    onHover(at) {
      const { model, onHover } = latest.current;
      const pane = at && findPane(model.panes(), at);
      onHover(pane && locate(model, pane, inPane(pane, at)).target);
    },
  };
}

const inPane = ({ rect }: PaneLayout, [x, y]: Point2): Point2 => [x - rect.x, y - rect.y];

function findPress(
  { current: { model } }: Latest,
  at: Point2,
  pointer: Pick<Press, 'isTouch' | 'isPan'>,
): Press | undefined {
  const pane = findPane(model.panes(), at);
  return pane && { ...locate(model, pane, inPane(pane, at)), ...pointer, pane };
}

function startDragging(
  latest: Latest,
  at: Point2,
  pointer: Pick<Press, 'isTouch' | 'isPan'>,
): Dragging | undefined {
  const press = findPress(latest, at, pointer);
  if (!press) return undefined;
  const { model, annotations, code } = latest.current;
  const drag = beginDrag(model, annotations, press, code);
  model.update({ isMoving: !drag.isPrecise });
  return { pane: press.pane, drag, hasLoupe: press.isTouch && drag.isPrecise === true };
}

function tap(latest: Latest, at: Point2, isTouch = matchMedia('(pointer: coarse)').matches): void {
  const press = findPress(latest, at, { isTouch, isPan: false });
  const { model, annotations, code } = latest.current;
  if (press) code?.tapPane(model, annotations, press);
}

function pinch(
  { current: { model } }: Latest,
  centre: Point2,
  factor: number,
  delta: Point2,
): void {
  const pane = findPane(model.panes(), centre);
  if (!pane) return;
  model.update({ isMoving: true });
  model.pan(pane, delta);
  model.zoom(pane, inPane(pane, centre), factor);
}

function turnWheel(
  { current: { model } }: Latest,
  at: Point2,
  steps: number,
  isZoom: boolean,
): void {
  const pane = findPane(model.panes(), at);
  if (!pane) return;
  const slices = model.slices(pane);
  if (slices && !isZoom && pane.kind !== 'picture')
    model.scrollTo(pane, slices.at + (steps > 0 ? Math.ceil(steps) : Math.floor(steps)));
  else model.zoom(pane, inPane(pane, at), 1.2 ** -steps);
}
