import * as texts from '@deqiq/messages/viewer/viewer.js';
import { useCallback, useState } from 'react';
import { toast } from '../../../ui/overlay/toast.ts';
import type { useAnnotations } from '../../annotations/use-annotations.ts';
import { canFinish, toContent } from '../../model/drawing/draft.ts';
import { hasDepth } from '../../model/panes/pane-coordinates.ts';
import { drawingTools, isDrawingTool, type Tool } from '../../model/tools.ts';
import type { ViewerModel } from '../../model/viewer-model.ts';

/** The level from which a picture is too coarse to measure on. */
const COARSE = 4;

/** Choosing tools, and what becomes of a drawing: it is saved, given its true length first, or dropped. */
export function useDrawing(
  model: ViewerModel,
  { all, create, remove, remember }: ReturnType<typeof useAnnotations>,
  levelScale: number,
) {
  const [isCalibrating, setCalibrating] = useState(false);

  const cancel = () => {
    setCalibrating(false);
    model.update({ draft: undefined });
  };

  const finish = (millimetres?: number) => {
    const { draft, frame, slab } = model.state.get();
    if (!draft || !canFinish(draft)) return;
    if (draft.kind === 'straightening') {
      model.update({ draft: undefined, tool: 'crosshair' });
      void import('../../model/panes/straighten.ts').then(({ applyLine }) =>
        applyLine(model, draft, remember),
      );
      return;
    }
    const { hasTrueLength, findError } = drawingTools[draft.kind];
    if (hasTrueLength && millimetres === undefined) return setCalibrating(true);
    const error = findError?.(draft);
    if (error) {
      toast.error(error);
      return cancel();
    }
    const content = toContent(draft, {
      frame: model.subject.metadata.kind === 'stack' ? frame : undefined,
      down: model.downDirection(draft.pane),
      millimetres: millimetres ?? 0,
      hasDepth: hasDepth(draft.pane, slab),
    });
    setCalibrating(false);
    const id = content && create(content);
    model.update({ draft: undefined, selected: id });
  };

  const removeSelected = () => {
    const { selected } = model.state.get();
    const annotation = all.find(({ _id, isOwn }) => isOwn && _id === selected);
    if (annotation) remove(annotation);
    model.update({ selected: undefined });
  };

  const chooseTool = useCallback(
    (tool: Tool) => {
      if (isDrawingTool(tool) && levelScale >= COARSE) toast.error(texts.measureLater());
      else model.update({ tool, draft: undefined });
    },
    [model, levelScale],
  );
  return { isCalibrating, cancel, finish, removeSelected, chooseTool };
}
