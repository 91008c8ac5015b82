import {
  clampView,
  mirror,
  type PictureView,
  panBy,
  rotate,
  zoomAt,
} from '../../geometry/picture-view.ts';
import { clamp, type Point2, type Size } from '../../geometry/vectors.ts';
import * as planes from '../../geometry/volume/planes.ts';
import type { ModelCore } from '../model-core.ts';
import { isPlane, type PaneLayout, paneSize } from './layout.ts';
import { findPlaneView } from './scene.ts';

const DOUBLE_TAP_ZOOM = 2.5;

const ZOOM_LIMITS = { section: [0.5, 8], surface: [0.4, 6] } as const;

function changePicture(
  { subject, update, view }: ModelCore,
  pane: PaneLayout,
  change: (view: PictureView, size: Size) => PictureView,
): void {
  const shown = view(pane);
  const size = paneSize(pane);
  if (shown.kind === 'picture')
    update({ pictureView: clampView(change(shown.view, size), subject.size, size) });
  if (shown.kind === 'panoramic')
    update({ panoramicView: clampView(change(shown.view, size), shown.surface.size, size) });
}

function changePlane(
  { subject: { space }, state, update }: ModelCore,
  pane: PaneLayout,
  change: (view: planes.PlaneView, size: Size) => planes.PlaneView,
): void {
  if (!space || !isPlane(pane.kind)) return;
  const { planeViews } = state.get();
  const size = paneSize(pane);
  const view = change(findPlaneView(space, state.get(), pane.kind, size), size);
  update({ planeViews: { ...planeViews, [pane.kind]: view } });
}

export function zoom(core: ModelCore, pane: PaneLayout, point: Point2, factor: number): void {
  changePicture(core, pane, (view, size) => zoomAt(view, size, point, factor));
  changePlane(core, pane, (view, size) => planes.zoomAt(view, size, point, factor));
  const { state, update } = core;
  const { sectionZoom, camera } = state.get();
  if (pane.kind === 'section' || pane.kind === 'mode')
    update({ sectionZoom: clamp(sectionZoom * factor, ...ZOOM_LIMITS.section) });
  if (pane.kind === 'surface')
    update({ camera: { ...camera, zoom: clamp(camera.zoom * factor, ...ZOOM_LIMITS.surface) } });
}

export function pan(core: ModelCore, pane: PaneLayout, delta: Point2): void {
  changePicture(core, pane, (view) => panBy(view, delta));
  changePlane(core, pane, (view) => planes.panBy(view, delta));
}

/** Shows everything again. */
export const showAll = ({ state, update }: ModelCore): void =>
  update({
    pictureView: undefined,
    planeViews: {},
    panoramicView: undefined,
    sectionZoom: 1,
    camera: { ...state.get().camera, zoom: 1 },
  });

/** Shows one pixel of the picture per pixel of the screen. */
export function showActualSize(core: ModelCore, pane: PaneLayout): void {
  const { space } = core.subject;
  changePicture(core, pane, (view) => ({ ...view, scale: 1 / window.devicePixelRatio }));
  changePlane(core, pane, (view) => ({
    ...view,
    millimetresPerPixel: (space?.spacing[0] ?? 1) * window.devicePixelRatio,
  }));
}

export function rotatePane(core: ModelCore, pane: PaneLayout): void {
  const shown = core.view(pane);
  if (shown.kind === 'picture')
    core.update({ orientation: rotate(shown.view), pictureView: undefined });
  changePlane(core, pane, (view) => planes.rotateBy(view, 90));
}

export function mirrorPane(core: ModelCore, pane: PaneLayout): void {
  const shown = core.view(pane);
  if (shown.kind === 'picture') {
    const view = mirror(shown.view);
    const { pictureView } = core.state.get();
    core.update({ orientation: view, ...(pictureView && { pictureView: view }) });
  }
  changePlane(core, pane, (view) => planes.mirror(view));
}

/** Zooms in where the user taps twice, and back to everything. */
export function toggleZoom(core: ModelCore, pane: PaneLayout, point: Point2): void {
  const { pictureView, planeViews, panoramicView, sectionZoom, camera } = core.state.get();
  // A view that was not changed is undefined.
  const isZoomed = {
    picture: pictureView,
    panoramic: panoramicView,
    section: sectionZoom !== 1,
    mode: sectionZoom !== 1,
    surface: camera.zoom !== 1,
    ...planeViews,
  }[pane.kind];
  if (isZoomed) showAll(core);
  else zoom(core, pane, point, DOUBLE_TAP_ZOOM);
}
