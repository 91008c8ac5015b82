import * as texts from '@deqiq/messages/viewer/straightening.js';
import { toast } from '../../../ui/overlay/toast.ts';
import { distance, isPoint3 } from '../../geometry/vectors.ts';
import { type Axes, STANDARD } from '../../geometry/volume/axes.ts';
import type { PlaneView } from '../../geometry/volume/planes.ts';
import {
  followAxes,
  fromAngles,
  type HeadAngles,
  straightenLine,
  toAngles,
} from '../../geometry/volume/straightening.ts';
import type { Draft } from '../drawing/draft.ts';
import type { ViewerModel } from '../viewer-model.ts';
import { isPlane } from './layout.ts';

/** Degrees of each angle, in both directions. A head that lies further off was scanned wrongly. */
export const MAX_ANGLE = 45;

/** Millimetres: a shorter line says nothing about a direction. */
const MIN_LINE = 5;

/** Rotates all planes, and the arch with them. Planes that were zoomed or rotated keep that. */
export function applyAxes(model: ViewerModel, axes: Axes): void {
  const { axes: before, planeViews, cursor } = model.state.get();
  const follow = (view: PlaneView | undefined) => view && followAxes(view, before, axes, cursor);
  const axial = follow(planeViews.axial);
  const coronal = follow(planeViews.coronal);
  const sagittal = follow(planeViews.sagittal);
  model.update({
    axes,
    planeViews: {
      ...(axial && { axial }),
      ...(coronal && { coronal }),
      ...(sagittal && { sagittal }),
    },
  });
}

/** Angles of zero are the machine's axes themselves, not their rounded product. */
export function applyAngles(model: ViewerModel, angles: HeadAngles): void {
  const isStandard = Object.values(angles).every((angle) => angle === 0);
  applyAxes(model, isStandard ? STANDARD : fromAngles(angles));
}

/** Straightens by a line that was drawn: level in the coronal and sagittal plane, upright in the axial one. */
export function applyLine(
  model: ViewerModel,
  { pane, points }: Draft,
  remember: (undo: () => void) => void,
): void {
  const kind = model.panes().find(({ id }) => id === pane)?.kind;
  const [from, to] = points;
  if (!kind || !isPlane(kind) || !from || !to || !isPoint3(from) || !isPoint3(to)) return;
  const { axes: before } = model.state.get();
  const axes = straightenLine(before, kind, [from, to]);
  const isTooLarge = Object.values(toAngles(axes)).some((angle) => Math.abs(angle) > MAX_ANGLE);
  if (distance(from, to) < MIN_LINE || isTooLarge) {
    toast.error(isTooLarge ? texts.tooLarge({ max: MAX_ANGLE }) : texts.tooShort());
    return;
  }
  applyAxes(model, axes);
  remember(() => applyAxes(model, before));
}
