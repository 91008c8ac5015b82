import { useEffect, useRef } from 'react';
import type { Level } from '../pixels/level.ts';
import type { ViewerModel } from './viewer-model.ts';

/** Finds the dental arch of a volume in its first complete level, unless it was saved. */
export function useArch(model: ViewerModel, level: Level | undefined): void {
  const found = useRef<ViewerModel>(undefined);
  useEffect(() => {
    const { space } = model.subject;
    if (!space || !level || level.ready < level.slices || found.current === model) return;
    found.current = model;
    if (model.state.get().arch.length > 0) return;
    // Not needed for the first picture: its code is loaded after it.
    void import('../geometry/arch.ts').then(({ defaultArch, findArch }) => {
      if (model.state.get().arch.length > 0) return;
      model.update({ arch: findArch(level, space) ?? defaultArch(space) });
      const sections = model.arch()?.sectionCount ?? 0;
      model.update({ section: Math.floor(sections / 2) });
    }, ignoreLost);
  }, [model, level, level?.ready]);
}

/** Without a connection the arch stays empty: the panes that need it say so. */
const ignoreLost = () => undefined;
