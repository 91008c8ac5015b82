import * as texts from '@deqiq/messages/viewer/viewer.js';
import { useCallback, useState } from 'react';
import { toast } from '../../../ui/overlay/toast.ts';
import type { useAnnotations } from '../../annotations/use-annotations.ts';
import type { Answer } from '../../model/drawing/finish-drawing.ts';
import { isDrawingTool, type Question, type Tool } from '../../model/tools.ts';
import type { ViewerModel } from '../../model/viewer-model.ts';

/** The level from which a picture is too coarse to measure on. */
const COARSE = 4;

/** Choosing tools, and the end of a drawing. */
export function useDrawing(
  model: ViewerModel,
  annotations: ReturnType<typeof useAnnotations>,
  levelScale: number,
) {
  const { all, create, remove, remember } = annotations;
  const [question, setQuestion] = useState<Question>();

  const cancel = () => {
    setQuestion(undefined);
    model.update({ draft: undefined });
  };

  const finish = (answer?: Answer) => {
    setQuestion(undefined);
    void import('../../stage/overlay/overlay-annotations.ts').then(({ finishDrawing }) =>
      finishDrawing(model, {
        answer,
        ask: setQuestion,
        create,
        annotations,
        straighten: (draft) =>
          void import('../../model/panes/straighten.ts').then(({ applyLine }) =>
            applyLine(model, draft, remember),
          ),
      }),
    );
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
  return { question, cancel, finish, removeSelected, chooseTool };
}
