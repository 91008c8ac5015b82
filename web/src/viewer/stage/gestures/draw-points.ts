import type { AnnotationPoint } from '../../model/drawing/annotation-content.ts';
import { addPoint, type Draft, isComplete, moveLastPoint } from '../../model/drawing/draft.ts';
import type { DrawingTool } from '../../model/tools.ts';
import type { ViewerModel } from '../../model/viewer-model.ts';
import { type Annotations, type Drag, NO_DRAG, type Press } from './press.ts';

/** A drag that draws: it sets the first two points together. */
export function dragPoints(
  model: ViewerModel,
  annotations: Annotations,
  press: Press,
  kind: DrawingTool,
): Drag {
  const before = model.state.get().draft;
  const first = press.target;
  if (!first) return NO_DRAG;
  const started = continues(before, press, kind)
    ? addPoint(before, first)
    : addPoint(startDraft(kind, press, annotations, first), first);
  model.update({ draft: started });
  return {
    isPrecise: true,
    move({ target }) {
      if (target) model.update({ draft: moveLastPoint(started, target) });
    },
    end(isCancelled) {
      if (isCancelled) model.update({ draft: before });
      else finishIfComplete(model, annotations);
    },
  };
}

/** A tap that draws: it sets one point. */
export function setPoint(
  model: ViewerModel,
  annotations: Annotations,
  press: Press,
  kind: DrawingTool,
): void {
  const { draft } = model.state.get();
  const point = press.target;
  if (!point) return;
  model.update({
    draft: continues(draft, press, kind)
      ? addPoint(draft, point)
      : startDraft(kind, press, annotations, point),
  });
  finishIfComplete(model, annotations);
}

const continues = (draft: Draft | undefined, { pane }: Press, kind: DrawingTool): draft is Draft =>
  draft?.pane === pane.id && draft.kind === kind;

const startDraft = (
  kind: DrawingTool,
  { pane }: Press,
  { levelScale }: Annotations,
  point: AnnotationPoint,
): Draft => ({ kind, pane: pane.id, levelScale, points: [point] });

function finishIfComplete(model: ViewerModel, annotations: Annotations): void {
  const { draft } = model.state.get();
  if (draft && isComplete(draft)) annotations.finish();
}
