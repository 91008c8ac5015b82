import type { Point2 } from '../../geometry/vectors.ts';
import { add, subtract } from '../../geometry/vectors.ts';
import { type Axes, fromAxes } from '../../geometry/volume/axes.ts';
import { planeLine } from '../../geometry/volume/plane-line.ts';
import { depthDirection, type PlaneName, type PlaneView } from '../../geometry/volume/planes.ts';
import { toAxes } from '../../geometry/volume/straightening.ts';
import { isPlane, type PaneLayout, paneSize } from '../../model/panes/layout.ts';
import { toPanePoint } from '../../model/panes/pane-coordinates.ts';
import type { ViewerModel } from '../../model/viewer-model.ts';
import { HANDLE_RADIUS } from './handle-drags.ts';
import type { Drag, Press } from './press.ts';

/** CSS pixels between the end of a line and its handle: beyond the letters at the edge. */
const INSET = 44;

/** CSS pixels around the cross in which a press moves the planes instead of rotating them. */
const MIN_ARM = 48;

export type LineHandle = { readonly plane: PlaneName; readonly point: Point2 };

const PLANES: readonly PlaneName[] = ['axial', 'coronal', 'sagittal'];

const otherPlanes = ({ kind }: PaneLayout): PlaneName[] => PLANES.filter((one) => one !== kind);

/** A plane as the stage shows it, or as it would in this pane. */
function findPlane(model: ViewerModel, kind: PlaneName, { rect }: PaneLayout) {
  const shown = model.panes().find((pane) => pane.kind === kind);
  const view = model.view(shown ?? { id: kind, kind, rect, offset: 0 });
  return view.kind === 'plane' ? view.view : undefined;
}

function findCross(model: ViewerModel, pane: PaneLayout, view: PlaneView): Point2 | undefined {
  const { cursor } = model.state.get();
  return toPanePoint({ kind: 'plane', view }, paneSize(pane), cursor)?.point;
}

/** Near the ends of the lines of a pane: dragging one rotates the planes that the lines stand for. */
export function listLineHandles(model: ViewerModel, pane: PaneLayout): LineHandle[] {
  const shown = model.view(pane);
  if (!isPlane(pane.kind) || shown.kind !== 'plane' || model.state.get().tool !== 'crosshair')
    return [];
  const cross = findCross(model, pane, shown.view);
  if (!cross) return [];
  return otherPlanes(pane).flatMap((plane) => {
    const other = findPlane(model, plane, pane);
    const line = other && planeLine(shown.view, paneSize(pane), other);
    return (line ?? []).flatMap((end) => {
      const length = Math.hypot(end[0] - cross[0], end[1] - cross[1]);
      const share = (length - INSET) / length;
      const point: Point2 = [
        cross[0] + (end[0] - cross[0]) * share,
        cross[1] + (end[1] - cross[1]) * share,
      ];
      return length - INSET >= MIN_ARM ? [{ plane, point }] : [];
    });
  });
}

/** Rotates the other two planes around the cross, as the end of one of their lines is dragged; undefined beside them. */
export function dragLine(model: ViewerModel, press: Press): Drag | undefined {
  const { pane, point, isTouch } = press;
  const shown = model.view(pane);
  const radius = HANDLE_RADIUS[isTouch ? 'touch' : 'mouse'];
  const isHit = listLineHandles(model, pane).some(
    (handle) => Math.hypot(handle.point[0] - point[0], handle.point[1] - point[1]) <= radius,
  );
  const cross = shown.kind === 'plane' && findCross(model, pane, shown.view);
  if (!isHit || shown.kind !== 'plane' || !cross) return undefined;
  const { planeViews, cursor } = model.state.get();
  const angleAt = ([x, y]: Point2) => Math.atan2(y - cross[1], x - cross[0]);
  const start = angleAt(point);
  const frame: Axes = [shown.view.right, shown.view.down, depthDirection(shown.view)];
  const before = otherPlanes(pane).flatMap((kind) => {
    const view = findPlane(model, kind, pane);
    return view ? [[kind, view] as const] : [];
  });
  return {
    move({ point: to }) {
      const angle = angleAt(to) - start;
      const rotated = before.map(([kind, view]) => [
        kind,
        rotateAround(view, cursor, frame, angle),
      ]);
      model.update({ planeViews: { ...planeViews, ...Object.fromEntries(rotated) } });
    },
    end(isCancelled) {
      if (isCancelled) model.update({ planeViews });
    },
  };
}

/** Rotates a plane by radians around a point and the third axis of a frame. */
function rotateAround(
  view: PlaneView,
  point: PlaneView['centre'],
  frame: Axes,
  angle: number,
): PlaneView {
  const cosine = Math.cos(angle);
  const sine = Math.sin(angle);
  const rotate = (vector: PlaneView['right']) => {
    const [x, y, z] = toAxes(frame, vector);
    return fromAxes(frame, [x * cosine - y * sine, x * sine + y * cosine, z]);
  };
  return {
    ...view,
    right: rotate(view.right),
    down: rotate(view.down),
    centre: add(point, rotate(subtract(view.centre, point))),
  };
}
