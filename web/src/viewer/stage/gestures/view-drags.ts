import { clamp, isPoint3 } from '../../geometry/vectors.ts';
import type { AnnotationPoint } from '../../model/drawing/annotation-content.ts';
import { type PaneLayout, paneSize } from '../../model/panes/layout.ts';
import type { ViewTool } from '../../model/tools.ts';
import type { ViewerModel } from '../../model/viewer-model.ts';
import { dragWindow } from '../../model/windows.ts';
import type { Drag, Press } from './press.ts';

/** CSS pixels of a drag that move by one slice. */
const SLICE_DRAG = 6;
/** And of a swipe that moves by one cross-section. */
const SECTION_DRAG = 24;
/** Radians per CSS pixel by which a drag rotates the bone surface. */
const ROTATION = 0.008;

/** The drag of each tool that draws nothing. Beside its points, the arch has none of its own. */
export const viewDrags: Readonly<Record<ViewTool, (model: ViewerModel, press: Press) => Drag>> = {
  window: changeWindow,
  pan: panPicture,
  scroll: scrollSlices,
  crosshair: moveCursor,
  arch: panPicture,
};

export function panPicture(model: ViewerModel, { pane, point: start }: Press): Drag {
  let last = start;
  return {
    move({ point }) {
      model.pan(pane, [point[0] - last[0], point[1] - last[1]]);
      last = point;
    },
    end: () => {},
  };
}

function changeWindow(model: ViewerModel, { pane, point: start }: Press): Drag {
  const before = model.state.get().window;
  const { width, height } = paneSize(pane);
  return {
    move({ point: [x, y] }) {
      const share = [(x - start[0]) / width, (y - start[1]) / height] as const;
      model.update({ window: dragWindow(before, share, model.subject.metadata) });
    },
    end(isCancelled) {
      if (isCancelled) model.update({ window: before });
    },
  };
}

function scrollSlices(model: ViewerModel, { pane, point: start }: Press): Drag {
  const before = model.slices(pane)?.at ?? 0;
  return {
    // Cross-sections lie beside each other: they are swiped to the side.
    move: ({ point: [x, y] }) =>
      model.scrollTo(
        pane,
        pane.kind === 'section'
          ? before - Math.round((x - start[0]) / SECTION_DRAG)
          : before + Math.round((y - start[1]) / SLICE_DRAG),
      ),
    end: () => {},
  };
}

function moveCursor(model: ViewerModel, { pane }: Press): Drag {
  return { move: ({ target }) => setCursor(model, pane, target), end: () => {} };
}

/** Moves the cross-hair to a point of a pane; in a panoramic it chooses the cross-section as well. */
export function setCursor(
  model: ViewerModel,
  pane: PaneLayout,
  target: AnnotationPoint | undefined,
): void {
  if (!target || !isPoint3(target)) return;
  const arch = model.arch();
  const section = pane.kind === 'panoramic' ? arch?.nearestSection(target) : undefined;
  model.update({ cursor: target, ...(section !== undefined && { section }) });
}

export function rotateSurface(model: ViewerModel, { point: start }: Press): Drag {
  const { camera } = model.state.get();
  return {
    move({ point: [x, y] }) {
      const pitch = camera.pitch + (y - start[1]) * ROTATION;
      const limit = Math.PI / 2;
      model.update({
        camera: {
          ...camera,
          yaw: camera.yaw + (x - start[0]) * ROTATION,
          pitch: clamp(pitch, -limit, limit),
        },
      });
    },
    end: () => {},
  };
}
