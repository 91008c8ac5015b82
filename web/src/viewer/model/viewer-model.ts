import { isPoint3, type Point2, type Size } from '../geometry/vectors.ts';
import { toVoxel } from '../geometry/volume/volume-space.ts';
import type { Renderer } from '../pixels/renderer.ts';
import type { AnnotationPoint } from './drawing/annotation-content.ts';
import { createModelCore, type ModelCore } from './model-core.ts';
import { type Layout, layoutModePanes, layoutPanes, type PaneLayout } from './panes/layout.ts';
import type { Subject } from './panes/scene.ts';
import { changeSectionStep, findSlices, type Slices, scrollTo } from './panes/slices.ts';
import {
  mirrorPane,
  pan,
  rotatePane,
  showActualSize,
  showAll,
  toggleZoom,
  zoom,
} from './panes/view-changes.ts';
import type { Tool } from './tools.ts';
import type { ViewerState } from './viewer-state.ts';

/** The state of the controls, and everything that changes it. Knows neither React nor pixels. */
export type ViewerModel = ModelCore & {
  zoom: (pane: PaneLayout, point: Point2, factor: number) => void;
  pan: (pane: PaneLayout, delta: Point2) => void;
  showAll: () => void;
  showActualSize: (pane: PaneLayout) => void;
  rotate: (pane: PaneLayout) => void;
  mirror: (pane: PaneLayout) => void;
  toggleZoom: (pane: PaneLayout, point: Point2) => void;
  slices: (pane: PaneLayout) => Slices | undefined;
  scrollTo: (pane: PaneLayout, slice: number) => void;
  changeSectionStep: (step: number) => void;
  /** Changes the layout; a tool that it does not have gives way to its first one. */
  chooseLayout: (layout: Layout, tools: readonly Tool[]) => void;
  /** Tells the model the size of the stage, on which its panes lie. */
  resize: (stage: Size) => void;
  panes: () => readonly PaneLayout[];
  /** The pane that the slider and the keys control. */
  mainPane: () => PaneLayout;
  /** Reads the measured value at a point of the picture or the patient. */
  hover: (target: AnnotationPoint | undefined, reader: Pick<Renderer, 'valueAt'>) => void;
};

export function createViewerModel(subject: Subject, initial: ViewerState): ViewerModel {
  const core = createModelCore(subject, initial);
  const { state, update } = core;
  const bind =
    <Args extends unknown[], Result>(operation: (core: ModelCore, ...args: Args) => Result) =>
    (...args: Args): Result =>
      operation(core, ...args);
  let stage: Size = { width: 1, height: 1 };
  const panes = () => {
    const { layout, mode } = state.get();
    if (layout === 'two' && mode?.panes) return layoutModePanes(mode.panes, stage);
    return layoutPanes(subject.space ? layout : 'picture', stage);
  };
  return {
    ...core,
    zoom: bind(zoom),
    pan: bind(pan),
    showAll: bind(showAll),
    showActualSize: bind(showActualSize),
    rotate: bind(rotatePane),
    mirror: bind(mirrorPane),
    toggleZoom: bind(toggleZoom),
    slices: bind(findSlices),
    scrollTo: bind(scrollTo),
    changeSectionStep: bind(changeSectionStep),

    chooseLayout(layout, tools) {
      const { tool } = state.get();
      const next = tools.includes(tool) ? tool : tools[0];
      update({ layout, draft: undefined, ...(next && { tool: next }) });
    },

    resize(next) {
      stage = next;
    },
    panes,
    mainPane() {
      const all = panes();
      const selected = all.find(({ kind, offset }) => kind === 'section' && offset === 0) ?? all[0];
      return selected ?? { id: 'none', kind: 'picture', rect: { x: 0, y: 0, ...stage }, offset: 0 };
    },

    hover(target, reader) {
      const { space } = subject;
      const read = target && isPoint3(target) ? space && toVoxel(space, target) : target;
      const hovered = read && reader.valueAt(read, state.get().frame);
      if (hovered !== state.get().hovered) update({ hovered });
    },
  };
}
