import * as texts from '@deqiq/messages/viewer/viewer.js';
import { useCallback, useState } from 'react';
import { toast } from '../../../ui/overlay/toast.ts';
import type { useAnnotations } from '../../annotations/use-annotations.ts';
import { isDrawingTool, type Tool } from '../../model/tools.ts';
import type { ViewerModel } from '../../model/viewer-model.ts';

/** The level from which a picture is too coarse to measure on. */
const COARSE = 4;

/** Choosing tools, and the end of a drawing. */
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
    setCalibrating(false);
    void import('../../stage/overlay-annotations.ts').then(({ finishDrawing }) =>
      finishDrawing(model, {
        millimetres,
        enterLength: () => setCalibrating(true),
        create,
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
  return { isCalibrating, cancel, finish, removeSelected, chooseTool };
}
