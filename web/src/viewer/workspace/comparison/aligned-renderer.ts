import {
  invertRigid,
  movePlane,
  movePoint,
  moveSpace,
  type Rigid,
  rotateDirection,
} from '../../geometry/registration/rigid.ts';
import type { Axes } from '../../geometry/volume/axes.ts';
import { alongAxes } from '../../geometry/volume/straightening.ts';
import type { VolumeSpace } from '../../geometry/volume/volume-space.ts';
import type { Pane, Window } from '../../pixels/panes.ts';
import type { Renderer } from '../../pixels/renderer.ts';

type Alignment = {
  /** From the patient of the picture whose planes are shown to that of the picture that is drawn. */
  readonly rigid: Rigid;
  readonly space: VolumeSpace;
  /** The axes of the dental arch that is shown. */
  readonly axes: () => Axes;
  /** Absent: that of the picture whose planes are shown. */
  readonly window?: Window | undefined;
};

/** Draws the planes of another volume where the same part of the patient lies in its own one. Nothing is resampled. */
export function alignRenderer(renderer: Renderer, alignment: Alignment): Renderer {
  return {
    ...renderer,
    draw: (panes, quality) =>
      renderer.draw(
        panes.map((pane) => alignPane(pane, alignment)),
        quality,
      ),
  };
}

function alignPane(shown: Pane, { rigid, space, axes, window }: Alignment): Pane {
  const pane = window ? { ...shown, window } : shown;
  if (pane.kind === 'plane' || pane.kind === 'projection')
    return { ...pane, view: movePlane(rigid, pane.view) };
  if (pane.kind === 'panoramic')
    return { ...pane, space: alongAxes(moveSpace(invertRigid(rigid), space), axes()) };
  if (pane.kind === 'picture') return pane;
  const cut = pane.cut && {
    point: movePoint(rigid, pane.cut.point),
    normal: rotateDirection(rigid, pane.cut.normal),
  };
  // A scan lies over the bone of the other volume.
  return { ...pane, view: movePlane(rigid, pane.view), cut, overlay: undefined };
}
