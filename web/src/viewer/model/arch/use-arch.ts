import { useEffect, useRef } from 'react';
import type { Axes } from '../../geometry/volume/axes.ts';
import { isComplete, type Level } from '../../pixels/level.ts';
import type { Layout } from '../panes/layout.ts';
import { useViewerState } from '../use-viewer-state.ts';
import type { ViewerModel } from '../viewer-model.ts';
import type { ViewerState } from '../viewer-state.ts';

/** Layouts that show something along the arch. */
const ARCHED: readonly Layout[] = ['panoramic', 'sections', 'board'];

/** Whether the user sees or changes something that needs an arch, if only one of average form. */
export const needsArch = ({ layout, tool }: ViewerState): boolean =>
  tool === 'arch' || ARCHED.includes(layout);

/** Whether the arch is one of average form, because none was found in the volume. */
export const isAverageArch = ({ isArchFound, isArchEdited }: ViewerState): boolean =>
  !isArchFound && !isArchEdited;

/** Milliseconds without a change of the axes after which the arch is searched again. */
const SEARCH_DELAY = 400;

/**
 * Finds the arch, unless saved, in the first complete level: immediately if needed, else after the half level. In a
 * head that was straightened it is found again.
 */
export function useArch(model: ViewerModel, level: Level | undefined): void {
  const first = useRef<Level>(undefined);
  const searched = useRef<Axes>(undefined);
  const isNeeded = useViewerState(model, needsArch);
  const axes = useViewerState(model, (state) => state.axes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another model is searched again
  useEffect(() => {
    searched.current = undefined;
  }, [model]);
  useEffect(() => {
    if (!model.subject.space || !level || !isComplete(level) || searched.current === axes) return;
    first.current ??= level;
    if (level.scale > 2 && !isNeeded) return;
    const coarse = first.current;
    const search = () => {
      searched.current = axes;
      void import('./search-arch.ts').then(
        ({ searchArch }) => searchArch(model, coarse),
        ignoreLost,
      );
    };
    if (!searched.current) return search();
    const timer = setTimeout(search, SEARCH_DELAY);
    return () => clearTimeout(timer);
  }, [model, level, level?.ready, isNeeded, axes]);
}

/** Without a connection the arch stays empty, and so do the panes that need it. */
const ignoreLost = () => undefined;
