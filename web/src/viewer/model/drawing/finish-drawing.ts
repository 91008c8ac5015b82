import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import { toast } from '../../../ui/overlay/toast.ts';
import { hasDepth } from '../panes/pane-coordinates.ts';
import { drawingTools, type Question } from '../tools.ts';
import type { ViewerModel } from '../viewer-model.ts';
import type { FinishOptions } from './annotation-content.ts';
import { canFinish, type Draft } from './draft.ts';
import { findError, toContent } from './drawings.ts';
import { findLastImplant } from './implant-content.ts';
import { type LandmarkAnnotations, placeLandmark } from './place-landmark.ts';

/** The user's entry about a drawing. */
export type Answer = { readonly millimetres?: number; readonly label?: string };

type Finish = {
  /** undefined until the user was asked. */
  readonly answer: Answer | undefined;
  readonly ask: (question: Question) => void;
  readonly create: (content: AnnotationContent, label: string | undefined) => string | undefined;
  readonly straighten: (draft: Draft) => void;
  /** Where a landmark is added to those that are placed, and an implant takes the size of the last one. */
  readonly annotations: LandmarkAnnotations;
};

/** Ends a drawing: it is saved, given its true length or its text first, or dropped. */
export function finishDrawing(model: ViewerModel, finish: Finish): void {
  const { answer, ask, create, straighten } = finish;
  const { draft } = model.state.get();
  if (!draft || !canFinish(draft)) return;
  if (draft.kind === 'straightening') {
    model.update({ draft: undefined, tool: 'crosshair' });
    straighten(draft);
    return;
  }
  const options = describePane(model, draft, answer);
  const error = findError(draft, options);
  if (error) {
    toast.error(error);
    model.update({ draft: undefined });
    return;
  }
  const { asks } = drawingTools[draft.kind];
  if (asks && !answer) {
    ask(asks);
    return;
  }
  if (draft.kind === 'ceph') {
    placeLandmark(model, draft, options, finish.annotations);
    return;
  }
  const lastImplant = findLastImplant(finish.annotations.all);
  const content = toContent(draft, { ...options, lastImplant });
  const id = content && create(content, answer?.label);
  model.update({ draft: undefined, selected: id });
}

export function describePane(model: ViewerModel, draft: Draft, answer?: Answer): FinishOptions {
  const { frame, slab, landmark, structure } = model.state.get();
  return {
    frame: model.subject.metadata.kind === 'stack' ? frame : undefined,
    ...findDirections(model, draft.pane),
    millimetres: answer?.millimetres ?? 0,
    landmark,
    structure,
    hasDepth: hasDepth(draft.pane, slab),
  };
}

/** The directions of a pane in the patient: an implant points down. */
function findDirections(model: ViewerModel, paneId: string): Pick<FinishOptions, 'down' | 'plane'> {
  const pane = model.panes().find(({ id }) => id === paneId);
  const shown = pane && model.view(pane);
  if (shown?.kind !== 'plane') return { down: [0, 0, -1] };
  const { right, down } = shown.view;
  return { down, plane: [right, down] };
}
