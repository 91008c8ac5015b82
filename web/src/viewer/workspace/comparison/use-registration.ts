import { useEffect, useState } from 'react';
import type { Grid } from '../../geometry/registration/grid.ts';
import type { Rigid } from '../../geometry/registration/rigid.ts';
import { scale } from '../../geometry/vectors.ts';
import { fromLevel, toPatient, type VolumeSpace } from '../../geometry/volume/volume-space.ts';
import type { Renderer } from '../../pixels/renderer.ts';
import { findRegionLevel } from '../modes/region/region-task.ts';
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

/** The level that is aligned, in the patient; undefined while it loads. */
function findGrid({ space, renderer }: Drawn): Grid | undefined {
  const level = findRegionLevel(renderer.levels());
  if (!level) return undefined;
  const { values, width, height, slices, scale: factor, sampling } = level;
  const first = fromLevel(0, factor, sampling);
  const step = (axis: 0 | 1 | 2) => scale(space.axes[axis], space.spacing[axis] * factor);
  return {
    values,
    size: [width, height, slices],
    origin: toPatient(space, [first, first, first]),
    steps: [step(0), step(1), step(2)],
  };
}
