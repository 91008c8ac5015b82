import { useEffect, useState } from 'react';
import type { Grid } from '../../geometry/registration/grid.ts';
import type { Rigid } from '../../geometry/registration/rigid.ts';
import type { VolumeSpace } from '../../geometry/volume/volume-space.ts';
import type { Level } from '../../pixels/level.ts';
import { findWholeLevel, toGrid } from '../../pixels/level-grid.ts';
import type { Renderer } from '../../pixels/renderer.ts';
import type { RegistrationReport, RegistrationTask } from './register.worker.ts';

export type RegistrationState =
  | { readonly kind: 'apart' | 'failed' | 'none' }
  | { readonly kind: 'working'; readonly progress: number }
  | { readonly kind: 'found'; readonly rigid: Rigid };

/** A volume with the renderer that holds its levels. */
export type Drawn = { readonly space: VolumeSpace; readonly renderer: Renderer };

const APART: RegistrationState = { kind: 'apart' };

/** Aligns a volume to another one when it is asked to. `reset` ends that, or shows it as it was. */
export function useRegistration(fixed: Drawn | undefined, moving: Drawn | undefined) {
  const [state, setState] = useState(APART);
  const [task, setTask] = useState<RegistrationTask>();
  useEffect(() => {
    if (!task) return;
    const worker = new Worker(new URL('./register.worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<RegistrationReport>) =>
      setState(
        'progress' in data ? { kind: 'working', progress: data.progress } : data.registration,
      );
    worker.onerror = () => setState({ kind: 'failed' });
    worker.postMessage(task);
    return () => worker.terminate();
  }, [task]);
  const align = () => {
    const grids = [fixed && findGrid(fixed), moving && findGrid(moving)] as const;
    if (!grids[0] || !grids[1]) return setState({ kind: 'failed' });
    setState({ kind: 'working', progress: 0 });
    setTask({ fixed: grids[0], moving: grids[1] });
  };
  const reset = () => {
    setTask(undefined);
    setState(APART);
  };
  return { state, align, reset };
}

/** The level that is aligned; undefined while it loads. Coarser ones are wrong by more than 0.3 mm, or refused. */
export function findAlignedLevel(levels: readonly Level[]): Level | undefined {
  const level = findWholeLevel(levels);
  return level && level.scale <= 2 ? level : undefined;
}

function findGrid({ space, renderer }: Drawn): Grid | undefined {
  const level = findAlignedLevel(renderer.levels());
  return level && toGrid(space, level);
}
