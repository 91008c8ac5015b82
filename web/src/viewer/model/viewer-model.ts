import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import { createStore, type Store } from '../../lib/store.ts';
import {
  clampView,
  fitView,
  mirror,
  type PictureView,
  panBy,
  rotate,
  zoomAt,
} from '../geometry/picture-view.ts';
import * as planes from '../geometry/planes.ts';
import { moveToSlice, sliceAt, slicePositions } from '../geometry/slice-positions.ts';
import { clamp, isPoint3, type Point2, type Point3, type Size } from '../geometry/vectors.ts';
import { toVoxel } from '../geometry/volume-space.ts';
import type { Renderer } from '../pixels/renderer.ts';
import { type ArchModel, createArchModel } from './arch-model.ts';
import { listHandles } from './drawing.ts';
import { layoutPanes, type PaneLayout } from './layout.ts';
import { toAnnotationPoint } from './pane-coordinates.ts';
import {
  findPictureView,
  findPlaneView,
  isPlane,
  type PaneView,
  paneSize,
  type Subject,
} from './scene.ts';
import type { Layout, Tool, ViewerState } from './viewer-state.ts';

/** The state of the controls, and everything that changes it. Knows neither React nor pixels. */
export type ViewerModel = {
  readonly subject: Subject;
  readonly state: Store<ViewerState>;
  update: (change: Partial<ViewerState>) => void;
  /** The dental arch with its curve; undefined in pictures, and while it has fewer than three points. */
  arch: () => ArchModel | undefined;
  /** The current view of a pane. */
  view: (pane: PaneLayout) => PaneView;
  zoom: (pane: PaneLayout, point: Point2, factor: number) => void;
  pan: (pane: PaneLayout, delta: Point2) => void;
  /** Shows everything again, or one pixel of the picture per pixel of the screen. */
  showAll: () => void;
  showActualSize: (pane: PaneLayout) => void;
  rotate: (pane: PaneLayout) => void;
  mirror: (pane: PaneLayout) => void;
  /** Slices of a plane, frames of a stack, or cross-sections: which one is shown, and how many there are. */
  slices: (pane: PaneLayout) => { readonly at: number; readonly count: number } | undefined;
  scrollTo: (pane: PaneLayout, slice: number) => void;
  /** Changes the layout; a tool that it does not have gives way to its first one. */
  chooseLayout: (layout: Layout, tools: readonly Tool[]) => void;
  /** Tells the model the size of the stage, on which its panes lie. */
  resize: (stage: Size) => void;
  panes: () => readonly PaneLayout[];
  /** The pane that the slider and the keys control. */
  mainPane: () => PaneLayout;
  /** The direction in the patient that points down in a pane: where an implant points to. */
  downDirection: (paneId: string) => Point3;
  /** Chooses an annotation and moves the planes to it. */
  showAnnotation: (annotation: Annotation) => void;
  /** Reads the measured value under a point of a pane. */
  hover: (pane: PaneLayout | undefined, point: Point2, reader: Pick<Renderer, 'valueAt'>) => void;
  /** Zooms in where the user taps twice, and back to everything. */
  toggleZoom: (pane: PaneLayout, point: Point2) => void;
  /** Changes the millimetres between cross-sections; the selected one stays where it is. */
  changeSectionStep: (step: number) => void;
};

/** CSS pixels per picture pixel at 1:1. */
const actualScale = () => 1 / window.devicePixelRatio;

/** How much larger a double tap shows the picture. */
const DOUBLE_TAP_ZOOM = 2.5;

const ZOOM_LIMITS = { section: [0.5, 8], surface: [0.4, 6] } as const;

export function createViewerModel(subject: Subject, initial: ViewerState): ViewerModel {
  const state = createStore(initial);
  const update = (change: Partial<ViewerState>) => state.set({ ...state.get(), ...change });
  const { space, metadata } = subject;
  let archModel: ArchModel | undefined;

  const arch = () => {
    const { arch: points, sectionStep } = state.get();
    if (!space || points.length < 3) return undefined;
    if (archModel?.points !== points || archModel.step !== sectionStep)
      archModel = createArchModel(space, points, sectionStep);
    return archModel;
  };

  const view = (pane: PaneLayout): PaneView => {
    const size = paneSize(pane);
    const now = state.get();
    if (space && isPlane(pane.kind))
      return { kind: 'plane', view: findPlaneView(space, now, pane.kind, size) };
    if (pane.kind === 'surface') return { kind: 'surface' };
    if (pane.kind === 'picture')
      return { kind: 'picture', view: findPictureView(subject, now, size) };
    const model = arch();
    if (!model) return { kind: 'empty' };
    if (pane.kind === 'section') {
      const view = model.sectionView(now.section + pane.offset, size, now.sectionZoom);
      return view ? { kind: 'plane', view } : { kind: 'empty' };
    }
    const view = now.panoramicView ?? fitView(model.surface.size, size);
    return { kind: 'panoramic', view, surface: model.surface };
  };

  /** Changes the view of a picture or a panoramic. */
  const changeView = (pane: PaneLayout, change: (view: PictureView, size: Size) => PictureView) => {
    const shown = view(pane);
    const size = paneSize(pane);
    if (shown.kind === 'picture')
      update({ pictureView: clampView(change(shown.view, size), subject.size, size) });
    if (shown.kind === 'panoramic')
      update({ panoramicView: clampView(change(shown.view, size), shown.surface.size, size) });
  };

  const changePlane = (
    pane: PaneLayout,
    change: (view: planes.PlaneView, size: Size) => planes.PlaneView,
  ) => {
    if (!space || !isPlane(pane.kind)) return;
    const { planeViews } = state.get();
    const size = paneSize(pane);
    const view = change(findPlaneView(space, state.get(), pane.kind, size), size);
    update({ planeViews: { ...planeViews, [pane.kind]: view } });
  };

  const findPositions = (pane: PaneLayout) => {
    if (!space || !isPlane(pane.kind)) return undefined;
    return slicePositions(
      space,
      planes.depthDirection(findPlaneView(space, state.get(), pane.kind, paneSize(pane))),
    );
  };

  let stage: Size = { width: 1, height: 1 };
  const panes = () => layoutPanes(space ? state.get().layout : 'picture', stage);
  const mainPane = (): PaneLayout => {
    const all = panes();
    const selected = all.find(({ kind, offset }) => kind === 'section' && offset === 0) ?? all[0];
    return selected ?? { id: 'none', kind: 'picture', rect: { x: 0, y: 0, ...stage }, offset: 0 };
  };

  const showAll = () =>
    update({
      pictureView: undefined,
      planeViews: {},
      panoramicView: undefined,
      sectionZoom: 1,
      camera: { ...state.get().camera, zoom: 1 },
    });

  const zoom = (pane: PaneLayout, point: Point2, factor: number) => {
    changeView(pane, (view, size) => zoomAt(view, size, point, factor));
    changePlane(pane, (view, size) => planes.zoomAt(view, size, point, factor));
    const { sectionZoom, camera } = state.get();
    if (pane.kind === 'section')
      update({ sectionZoom: clamp(sectionZoom * factor, ...ZOOM_LIMITS.section) });
    if (pane.kind === 'surface')
      update({ camera: { ...camera, zoom: clamp(camera.zoom * factor, ...ZOOM_LIMITS.surface) } });
  };

  return {
    subject,
    state,
    update,
    arch,
    view,

    zoom,
    showAll,

    pan(pane, delta) {
      changeView(pane, (view) => panBy(view, delta));
      changePlane(pane, (view) => planes.panBy(view, delta));
    },

    showActualSize(pane) {
      changeView(pane, (view) => ({ ...view, scale: actualScale() }));
      changePlane(pane, (view) => ({
        ...view,
        millimetresPerPixel: (space?.spacing[0] ?? 1) * window.devicePixelRatio,
      }));
    },

    rotate(pane) {
      const shown = view(pane);
      if (shown.kind === 'picture')
        update({ orientation: rotate(shown.view), pictureView: undefined });
      changePlane(pane, (view) => planes.rotateBy(view, 90));
    },

    mirror(pane) {
      const shown = view(pane);
      if (shown.kind === 'picture') {
        const view = mirror(shown.view);
        update({ orientation: view, ...(state.get().pictureView && { pictureView: view }) });
      }
      changePlane(pane, (view) => planes.mirror(view));
    },

    slices(pane) {
      if (pane.kind === 'picture')
        return metadata.slices > 1 ? { at: state.get().frame, count: metadata.slices } : undefined;
      if (pane.kind === 'section') {
        const count = arch()?.sectionCount ?? 0;
        return count > 0 ? { at: state.get().section, count } : undefined;
      }
      const positions = findPositions(pane);
      return positions && { at: sliceAt(positions, state.get().cursor), count: positions.count };
    },

    scrollTo(pane, slice) {
      if (pane.kind === 'picture')
        return update({ frame: clamp(Math.round(slice), 0, metadata.slices - 1) });
      if (pane.kind === 'section') return chooseSection(slice);
      const positions = findPositions(pane);
      if (positions) update({ cursor: moveToSlice(positions, state.get().cursor, slice) });
    },

    chooseLayout(layout, tools) {
      const { tool } = state.get();
      const next = tools.includes(tool) ? tool : tools[0];
      update({ layout, draft: undefined, ...(next && { tool: next }) });
    },

    resize(next) {
      stage = next;
    },
    panes,
    mainPane,

    downDirection(paneId) {
      const pane = panes().find(({ id }) => id === paneId);
      const shown = pane && view(pane);
      return shown?.kind === 'plane' ? shown.view.down : [0, 0, -1];
    },

    showAnnotation({ _id, content }) {
      const [first] = listHandles(content);
      update({
        selected: _id,
        ...(first && isPoint3(first) && { cursor: first }),
        ...('frame' in content && content.frame !== undefined && { frame: content.frame }),
      });
    },

    hover(pane, point, reader) {
      const target = pane && toAnnotationPoint(view(pane), paneSize(pane), point);
      const read = target && isPoint3(target) ? space && toVoxel(space, target) : target;
      const hovered = read && reader.valueAt(read, state.get().frame);
      if (hovered !== state.get().hovered) update({ hovered });
    },

    toggleZoom(pane, point) {
      const { pictureView, planeViews, panoramicView, sectionZoom, camera } = state.get();
      // A view that was not changed is undefined.
      const isZoomed = {
        picture: pictureView,
        panoramic: panoramicView,
        section: sectionZoom !== 1,
        surface: camera.zoom !== 1,
        ...planeViews,
      }[pane.kind];
      if (isZoomed) showAll();
      else zoom(pane, point, DOUBLE_TAP_ZOOM);
    },

    changeSectionStep(step) {
      const { section, sectionStep } = state.get();
      update({ sectionStep: step, section: Math.round((section * sectionStep) / step) });
    },
  };

  function chooseSection(section: number): void {
    const model = arch();
    if (!model) return;
    const selected = clamp(Math.round(section), 0, model.sectionCount - 1);
    const centre: Point3 | undefined = model.sectionCentre(selected);
    update({ section: selected, ...(centre && { cursor: centre }) });
  }
}
