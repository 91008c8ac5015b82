import { clamp } from '../../geometry/vectors.ts';
import { depthDirection } from '../../geometry/volume/planes.ts';
import { moveToSlice, sliceAt, slicePositions } from '../../geometry/volume/slice-positions.ts';
import type { ModelCore } from '../model-core.ts';
import { isPlane, type PaneLayout, paneSize } from './layout.ts';
import { findPlaneView } from './scene.ts';

export type Slices = { readonly at: number; readonly count: number };

/** Slices of a plane, frames of a stack, or cross-sections. */
export function findSlices(core: ModelCore, pane: PaneLayout): Slices | undefined {
  const { subject, state, arch } = core;
  const { cursor, frame, section } = state.get();
  if (pane.kind === 'picture') {
    const { slices } = subject.metadata;
    return slices > 1 ? { at: frame, count: slices } : undefined;
  }
  if (pane.kind === 'section') {
    const count = arch()?.sectionCount ?? 0;
    return count > 0 ? { at: section, count } : undefined;
  }
  const positions = findPositions(core, pane);
  return positions && { at: sliceAt(positions, cursor), count: positions.count };
}

export function scrollTo(core: ModelCore, pane: PaneLayout, slice: number): void {
  const { subject, state, update } = core;
  const positions = findPositions(core, pane);
  if (pane.kind === 'picture')
    update({ frame: clamp(Math.round(slice), 0, subject.metadata.slices - 1) });
  else if (pane.kind === 'section') chooseSection(core, slice);
  else if (positions) update({ cursor: moveToSlice(positions, state.get().cursor, slice) });
}

function findPositions({ subject: { space }, state }: ModelCore, pane: PaneLayout) {
  if (!space || !isPlane(pane.kind)) return undefined;
  const view = findPlaneView(space, state.get(), pane.kind, paneSize(pane));
  return slicePositions(space, depthDirection(view));
}

function chooseSection({ arch, update }: ModelCore, section: number): void {
  const model = arch();
  if (!model) return;
  const selected = clamp(Math.round(section), 0, model.sectionCount - 1);
  const cursor = model.sectionCentre(selected);
  update({ section: selected, ...(cursor && { cursor }) });
}

/** Changes the millimetres between cross-sections; the selected one stays where it is. */
export function changeSectionStep({ state, update }: ModelCore, step: number): void {
  const { section, sectionStep } = state.get();
  update({ sectionStep: step, section: Math.round((section * sectionStep) / step) });
}
