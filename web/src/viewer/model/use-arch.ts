import { useEffect, useRef } from 'react';
import { isComplete, type Level } from '../pixels/level.ts';
import type { Layout } from './panes/layout.ts';
import { useViewerState } from './use-viewer-state.ts';
import type { ViewerModel } from './viewer-model.ts';
import type { ViewerState } from './viewer-state.ts';

/** Layouts that show something along the arch. */
const ARCHED: readonly Layout[] = ['panoramic', 'sections', 'board'];

/** Whether the user sees or changes something that needs an arch, if only one of average form. */
export const needsArch = ({ layout, tool }: ViewerState): boolean =>
  tool === 'arch' || ARCHED.includes(layout);

/** Whether the arch is one of average form, because none was found in the volume. */
export const isAverageArch = ({ isArchFound, isArchEdited }: ViewerState): boolean =>
  !isArchFound && !isArchEdited;

/** Finds the arch, unless saved, in the first complete level: immediately if needed, else after the half level. */
export function useArch(model: ViewerModel, level: Level | undefined): void {
  const first = useRef<Level>(undefined);
  const searched = useRef<ViewerModel>(undefined);
  const isNeeded = useViewerState(model, needsArch);
  useEffect(() => {
    const { space } = model.subject;
    if (!space || !level || !isComplete(level) || searched.current === model) return;
    first.current ??= level;
    if (level.scale > 2 && !isNeeded) return;
    searched.current = model;
    const coarse = first.current;
    void import('../geometry/arch/arch.ts').then(({ defaultArch, findArch }) => {
      if (model.state.get().arch.length > 0) return;
      const found = findArch(coarse, space);
      model.update({ arch: found ?? defaultArch(space), isArchFound: found !== undefined });
      const sections = model.arch()?.sectionCount ?? 0;
      model.update({ section: Math.floor(sections / 2) });
    }, ignoreLost);
  }, [model, level, level?.ready, isNeeded]);
}

/** Without a connection the arch stays empty, and so do the panes that need it. */
const ignoreLost = () => undefined;
