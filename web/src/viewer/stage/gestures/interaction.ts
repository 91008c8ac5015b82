import { isDrawingTool } from '../../model/tools.ts';
import type { ViewerModel } from '../../model/viewer-model.ts';
import { type Annotations, type Drag, NO_DRAG, type Press } from './press.ts';
import { panPicture, rotateSurface, viewDrags } from './view-drags.ts';

/** Draws and changes annotations: the code is loaded after the first picture (`edits.ts`). */
export type Edits = {
  readonly beginEdit: (
    model: ViewerModel,
    annotations: Annotations,
    press: Press,
  ) => Drag | undefined;
  readonly tapPane: (model: ViewerModel, annotations: Annotations, press: Press) => void;
};

/** Begins what the tool does, or drags the handle under the point. */
export function beginDrag(
  model: ViewerModel,
  annotations: Annotations,
  press: Press,
  edits: Pick<Edits, 'beginEdit'> | undefined,
): Drag {
  const { pane, isPan } = press;
  if (pane.kind === 'surface') return rotateSurface(model, press);
  if (isPan) return panPicture(model, press);
  const { tool } = model.state.get();
  return (
    edits?.beginEdit(model, annotations, press) ??
    (isDrawingTool(tool) ? NO_DRAG : viewDrags[tool](model, press))
  );
}
