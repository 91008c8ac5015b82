import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import { toast } from '../../../ui/overlay/toast.ts';
import type { Point3 } from '../../geometry/vectors.ts';
import { hasDepth } from '../panes/pane-coordinates.ts';
import { drawingTools } from '../tools.ts';
import type { ViewerModel } from '../viewer-model.ts';
import { canFinish, type Draft } from './draft.ts';
import { findError, toContent } from './drawings.ts';

type Finish = {
  /** The true length of the line; undefined until the user has entered it. */
  readonly millimetres: number | undefined;
  readonly enterLength: () => void;
  readonly create: (content: AnnotationContent) => string | undefined;
  readonly straighten: (draft: Draft) => void;
};

/** Ends a drawing: it is saved, given its true length first, or dropped. */
export function finishDrawing(model: ViewerModel, options: Finish): void {
  const { millimetres, enterLength, create, straighten } = options;
  const { draft, frame, slab } = model.state.get();
  if (!draft || !canFinish(draft)) return;
  if (draft.kind === 'straightening') {
    model.update({ draft: undefined, tool: 'crosshair' });
    straighten(draft);
    return;
  }
  if (drawingTools[draft.kind].hasTrueLength && millimetres === undefined) {
    enterLength();
    return;
  }
  const error = findError(draft);
  if (error) toast.error(error);
  const content = toContent(draft, {
    frame: model.subject.metadata.kind === 'stack' ? frame : undefined,
    down: downDirection(model, draft.pane),
    millimetres: millimetres ?? 0,
    hasDepth: hasDepth(draft.pane, slab),
  });
  const id = error === undefined && content ? create(content) : undefined;
  model.update({ draft: undefined, selected: id });
}

/** The direction in the patient that points down in a pane: where an implant points to. */
function downDirection(model: ViewerModel, paneId: string): Point3 {
  const pane = model.panes().find(({ id }) => id === paneId);
  const shown = pane && model.view(pane);
  return shown?.kind === 'plane' ? shown.view.down : [0, 0, -1];
}
