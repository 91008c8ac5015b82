import { MapPin } from 'lucide-react';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { fitView } from '../../geometry/picture-view.ts';
import { isPoint3 } from '../../geometry/vectors.ts';
import { findPane, type PaneLayout, paneSize } from '../../model/panes/layout.ts';
import { HANDLE_DEPTH, toPanePoint } from '../../model/panes/pane-coordinates.ts';
import { useViewerState } from '../../model/use-viewer-state.ts';
import type { ViewerModel } from '../../model/viewer-model.ts';
import type { ImagePoint } from '../../viewer-link.ts';

/** Share of the picture's width around a marked point that is shown. */
const SHOWN_SHARE = 0.4;

type MarkedPointProps = { model: ViewerModel; canvas: HTMLCanvasElement; point: ImagePoint };

/** A pin in every pane that shows the point. */
export function MarkedPoint({ model, canvas, point }: MarkedPointProps) {
  useEffect(() => bringIntoSight(model, point), [model, point]);
  // Drawn again with every change of the view.
  useViewerState(model, (state) => state);
  const stage = canvas.parentElement;
  if (!stage) return null;
  return createPortal(
    model.panes().map((pane) => <Pin key={pane.id} model={model} pane={pane} point={point} />),
    stage,
  );
}

function Pin({ model, pane, point }: { model: ViewerModel; pane: PaneLayout; point: ImagePoint }) {
  const found = toPanePoint(model.view(pane), paneSize(pane), point);
  if (!found || Math.abs(found.depth) > HANDLE_DEPTH) return null;
  const x = pane.rect.x + found.point[0];
  const y = pane.rect.y + found.point[1];
  if (findPane([pane], [x, y]) === undefined) return null;
  return (
    <MapPin
      size={28}
      aria-hidden="true"
      className="pointer-events-none absolute -mt-7 -ml-3.5 fill-ink/70 text-glow"
      style={{ left: x, top: y }}
    />
  );
}

function bringIntoSight(model: ViewerModel, point: ImagePoint): void {
  if (isPoint3(point)) {
    model.update({ cursor: point });
    return;
  }
  const { size, aspect } = model.subject;
  const side = size.width * SHOWN_SHARE;
  const content = { x: point[0] - side / 2, y: point[1] - side / 2, width: side, height: side };
  model.update({
    pictureView: fitView(size, paneSize(model.mainPane()), {
      aspect,
      ...model.state.get().orientation,
      content,
    }),
  });
}
