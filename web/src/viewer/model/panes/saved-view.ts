import type { SavedView } from '@deqiq/contract/reports/report-view.ts';
import { fitView, paneToPicture, type QuarterTurns } from '../../geometry/picture-view.ts';
import { STANDARD } from '../../geometry/volume/axes.ts';
import type { PlaneName, PlaneView } from '../../geometry/volume/planes.ts';
import type { ViewerModel } from '../viewer-model.ts';
import type { ViewerState } from '../viewer-state.ts';
import { type Layout, paneSize } from './layout.ts';
import { findPictureView, findPlaneView } from './scene.ts';

/** The view that the viewer shows now, for a key image. A volume keeps its planes, a picture the part that is in sight. */
export function readSavedView(model: ViewerModel, series?: string): SavedView {
  const { subject, state } = model;
  const { window, isInverse } = state.get();
  const shown = {
    window: { centre: window.centre, width: window.width },
    isInverse,
    ...(series && { series }),
  };
  return { ...shown, ...(subject.space ? readVolume(model, state.get()) : readPicture(model)) };
}

/** The planes of a straightened head are kept even if they are not zoomed: another person may have straightened it differently. */
function readPlanes({ subject: { space }, mainPane }: ViewerModel, state: ViewerState) {
  const { planeViews, axes } = state;
  if (!space || axes === STANDARD) return planeViews;
  const read = (plane: PlaneName) => findPlaneView(space, state, plane, paneSize(mainPane()));
  return { axial: read('axial'), coronal: read('coronal'), sagittal: read('sagittal') };
}

function readVolume(model: ViewerModel, state: ViewerState): SavedView {
  const { layout, cursor, slab, section } = state;
  const { axial, coronal, sagittal } = readPlanes(model, state);
  return {
    layout,
    cursor: [...cursor],
    planes: {
      ...(axial && { axial: copyPlane(axial) }),
      ...(coronal && { coronal: copyPlane(coronal) }),
      ...(sagittal && { sagittal: copyPlane(sagittal) }),
    },
    slab: { millimetres: slab.millimetres, mode: slab.mode },
    slice: section,
  };
}

const copyPlane = ({ centre, right, down, millimetresPerPixel }: PlaneView) => ({
  centre: [...centre] as [number, number, number],
  right: [...right] as [number, number, number],
  down: [...down] as [number, number, number],
  millimetresPerPixel,
});

function readPicture(model: ViewerModel): SavedView {
  const now = model.state.get();
  const size = paneSize(model.mainPane());
  const view = findPictureView(model.subject, now, size);
  const [left, top] = paneToPicture(view, size, [0, 0]);
  const [right, bottom] = paneToPicture(view, size, [size.width, size.height]);
  return {
    layout: 'picture',
    quarterTurns: view.quarterTurns,
    isMirrored: view.isMirrored,
    ...(model.subject.metadata.kind === 'stack' && { slice: now.frame }),
    ...(now.pictureView && {
      area: {
        x: Math.min(left, right),
        y: Math.min(top, bottom),
        width: Math.abs(right - left),
        height: Math.abs(bottom - top),
      },
    }),
  };
}

/** Layouts that a phone has no room for, and what it shows instead. */
const onPhone: Readonly<Partial<Record<Layout, Layout>>> = {
  two: 'axial',
  four: 'axial',
  board: 'sections',
};

/** Shows a saved view. Its parts that this kind of picture does not have are ignored. */
export function showSavedView(model: ViewerModel, view: SavedView, isDesk: boolean): void {
  const { window, isInverse = false } = view;
  model.update({
    ...(window && { window }),
    isInverse,
    ...(model.subject.space ? toVolumeState(view, isDesk) : toPictureState(model, view)),
  });
}

function toVolumeState(view: SavedView, isDesk: boolean): Partial<ViewerState> {
  const { layout, cursor, planes, slab, slice } = view;
  const shown = layout === 'picture' ? undefined : layout;
  return {
    ...(shown && { layout: (isDesk ? undefined : onPhone[shown]) ?? shown }),
    ...(cursor && { cursor }),
    ...(planes && { planeViews: definedPlanes(planes) }),
    ...(slab && { slab }),
    ...(slice !== undefined && { section: slice }),
  };
}

function definedPlanes({
  axial,
  coronal,
  sagittal,
}: NonNullable<SavedView['planes']>): ViewerState['planeViews'] {
  return {
    ...(axial && { axial }),
    ...(coronal && { coronal }),
    ...(sagittal && { sagittal }),
  };
}

function toPictureState(model: ViewerModel, view: SavedView): Partial<ViewerState> {
  const { quarterTurns = 0, isMirrored = false, area, slice } = view;
  const orientation = { quarterTurns: quarterTurns as QuarterTurns, isMirrored };
  const { size, aspect, metadata } = model.subject;
  const pane = paneSize(model.mainPane());
  const isTurned = quarterTurns !== 0 || isMirrored;
  const shownPart = area && { content: area };
  return {
    orientation,
    ...(slice !== undefined && { frame: Math.min(slice, metadata.slices - 1) }),
    pictureView:
      area || isTurned ? fitView(size, pane, { aspect, ...orientation, ...shownPart }) : undefined,
  };
}
