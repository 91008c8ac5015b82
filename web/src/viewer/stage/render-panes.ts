import { add, cross, distance, type Point3, scale } from '../geometry/vectors.ts';
import { type Axes, fromAxes } from '../geometry/volume/axes.ts';
import type { PlaneView } from '../geometry/volume/planes.ts';
import { findCentre, listCorners, type VolumeSpace } from '../geometry/volume/volume-space.ts';
import type { PaneLayout } from '../model/panes/layout.ts';
import { CEPHALOGRAM } from '../model/panes/pane-coordinates.ts';
import type { ViewerModel } from '../model/viewer-model.ts';
import type { Camera, ViewerState } from '../model/viewer-state.ts';
import type { Pane } from '../pixels/panes.ts';
import type { Renderer } from '../pixels/renderer.ts';

/** Draws the pixels of every pane; at half size while something moves. */
export function drawPanes(
  renderer: Renderer,
  model: ViewerModel,
  panes: readonly PaneLayout[],
): void {
  const quality = model.state.get().isMoving ? 'moving' : 'rest';
  renderer.draw(
    panes.flatMap((pane) => toPane(model, pane) ?? []),
    quality,
  );
}

function toPane(model: ViewerModel, pane: PaneLayout): Pane | undefined {
  const state = model.state.get();
  const { window, isInverse, sharpness: sharpen, frame, slab } = state;
  const shown = model.view(pane);
  const tone = { rect: pane.rect, window, isInverse, sharpen };
  const { space } = model.subject;
  switch (shown.kind) {
    case 'picture':
      return { ...tone, kind: 'picture', view: shown.view, frame };
    case 'plane':
      // A cross-section is one slice, however thick the planes are.
      return {
        ...tone,
        kind: pane.id === CEPHALOGRAM ? 'projection' : 'plane',
        view: shown.view,
        slab: pane.kind === 'section' ? { ...slab, millimetres: 0 } : slab,
      };
    case 'panoramic':
      return {
        ...tone,
        kind: 'panoramic',
        view: shown.view,
        surface: shown.surface.columns,
        space: shown.surface.space,
        millimetresPerPixel: shown.surface.millimetresPerPixel,
        top: shown.surface.top,
        slab: { millimetres: state.panoramicSlab, mode: slab.mode },
      };
    case 'surface':
      return space && toSurface(space, state, pane);
    default:
      return undefined;
  }
}

function toSurface(space: VolumeSpace, state: ViewerState, { rect }: PaneLayout): Pane {
  const { window, isInverse, threshold, camera, cutDepth, axes, mode } = state;
  const view = cameraView(space, camera, axes, Math.min(rect.width, rect.height));
  const depth = cross(view.right, view.down);
  const cut = cutDepth === 0 ? undefined : cutBefore(space, depth, cutDepth);
  const tone = { window, isInverse };
  return { rect, kind: 'surface', ...tone, threshold, view, cut, overlay: mode?.overlay };
}

/** The parallel projection of the camera: yaw turns around the body's axis, pitch nods. 0 and 0 see the face. */
export function cameraView(
  space: VolumeSpace,
  { yaw, pitch, zoom }: Camera,
  axes: Axes,
  paneSide: number,
): PlaneView {
  const right = fromAxes(axes, [Math.cos(yaw), -Math.sin(yaw), 0]);
  const nod = Math.sin(pitch);
  const down = fromAxes(axes, [Math.sin(yaw) * nod, Math.cos(yaw) * nod, -Math.cos(pitch)]);
  return {
    right,
    down,
    centre: findCentre(space),
    millimetresPerPixel: measureDiagonal(space) / (Math.max(1, paneSide) * zoom),
  };
}

function measureDiagonal(space: VolumeSpace): number {
  const corners = listCorners(space);
  const first = corners[0];
  const last = corners.at(-1);
  return first && last ? distance(first, last) : 1;
}

/** Hides the given share of the volume that is nearest to the camera. */
function cutBefore(space: VolumeSpace, depth: Point3, share: number) {
  const reach = measureDiagonal(space) / 2;
  return {
    point: add(findCentre(space), scale(depth, -reach + share * 2 * reach)),
    normal: scale(depth, -1),
  };
}
