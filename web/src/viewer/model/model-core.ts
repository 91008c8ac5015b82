import { createStore, type Store } from '../../lib/store.ts';
import { fitView } from '../geometry/picture-view.ts';
import type { ArchModel } from './arch/arch-model.ts';
import { isPlane, type PaneLayout, paneSize } from './panes/layout.ts';
import { findPictureView, findPlaneView, type PaneView, type Subject } from './panes/scene.ts';
import type { ViewerState } from './viewer-state.ts';

/** The state of the viewer, and what follows from it. */
export type ModelCore = {
  readonly subject: Subject;
  readonly state: Store<ViewerState>;
  update: (change: Partial<ViewerState>) => void;
  /** The dental arch with its curve; undefined in pictures, without its code, and while it has fewer than three points. */
  arch: () => ArchModel | undefined;
  view: (pane: PaneLayout) => PaneView;
};

export function createModelCore(subject: Subject, initial: ViewerState): ModelCore {
  const state = createStore(initial);
  const { space } = subject;
  let archModel: ArchModel | undefined;
  const core: ModelCore = {
    subject,
    state,
    update: (change) => state.set({ ...state.get(), ...change }),
    arch() {
      const { arch: points, sectionStep: step, axes, createArch } = state.get();
      if (!space || !createArch || points.length < 3) return undefined;
      if (archModel?.points !== points || archModel.step !== step || archModel.axes !== axes)
        archModel = createArch(space, points, step, axes);
      return archModel;
    },
    view: (pane) => findView(core, pane),
  };
  return core;
}

function findModeView({ mode, sectionZoom }: ViewerState, pane: PaneLayout): PaneView {
  const view = mode?.panes?.[pane.offset]?.view(paneSize(pane));
  if (!view) return { kind: 'empty' };
  const millimetresPerPixel = view.millimetresPerPixel / sectionZoom;
  return { kind: 'plane', view: { ...view, millimetresPerPixel } };
}

function findView({ subject, state, arch }: ModelCore, pane: PaneLayout): PaneView {
  const { space } = subject;
  const size = paneSize(pane);
  const now = state.get();
  if (space && isPlane(pane.kind))
    return { kind: 'plane', view: findPlaneView(space, now, pane.kind, size) };
  if (pane.kind === 'surface') return { kind: 'surface' };
  if (pane.kind === 'mode') return findModeView(now, pane);
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
}
