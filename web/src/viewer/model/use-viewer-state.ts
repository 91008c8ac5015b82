import { useSyncExternalStore } from 'react';
import type { ViewerModel } from './viewer-model.ts';
import type { ViewerState } from './viewer-state.ts';

/** A part of the viewer's state. `select` returns the same value while nothing of it has changed. */
export function useViewerState<Value>(
  { state }: ViewerModel,
  select: (state: ViewerState) => Value,
): Value {
  return useSyncExternalStore(state.subscribe, () => select(state.get()));
}
