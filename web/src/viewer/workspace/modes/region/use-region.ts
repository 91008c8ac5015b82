import { useEffect, useState } from 'react';
import { isAbortError } from '../../../../lib/abort-error.ts';
import type { RegionTask } from '../../../geometry/region/grow-region.ts';
import { type Region, requestRegion } from './request-region.ts';

export type RegionState =
  | { readonly kind: 'none' | 'loading' | 'failed' | 'leaking' | 'empty' }
  | { readonly kind: 'found'; readonly region: Region; readonly task: RegionTask };

/** Milliseconds without a change of the threshold after which the region is measured. */
const DELAY = 250;

/** Measures the region of a task; `attempt` repeats a failed request. */
export function useRegion(task: RegionTask | undefined, attempt: number): RegionState {
  const [state, setState] = useState<RegionState>({ kind: 'none' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt measures again
  useEffect(() => {
    if (!task) return setState({ kind: 'none' });
    setState({ kind: 'loading' });
    const controller = new AbortController();
    const timer = setTimeout(() => {
      requestRegion(task, controller.signal).then(
        (region) => {
          if (!controller.signal.aborted) setState(judge(region, task));
        },
        (error: unknown) => {
          if (!isAbortError(error)) setState({ kind: 'failed' });
        },
      );
    }, DELAY);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [task, attempt]);
  return state;
}

function judge(region: Region, task: RegionTask): RegionState {
  if (region.isEmpty) return { kind: 'empty' };
  return region.isLeaking ? { kind: 'leaking' } : { kind: 'found', region, task };
}
