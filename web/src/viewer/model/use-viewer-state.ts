import { useMemo, useSyncExternalStore } from 'react';
import type { Store } from '../../lib/store.ts';
import type { ViewerModel } from './viewer-model.ts';
import type { ViewerState } from './viewer-state.ts';

/** Milliseconds between two updates of the controls while the user drags: the time of a frame is the picture's. */
const MOVING_INTERVAL = 100;

/** A part of the viewer's state. `select` returns the same value while nothing of it has changed. */
export function useViewerState<Value>(
  { state }: ViewerModel,
  select: (state: ViewerState) => Value,
): Value {
  const subscribe = useMemo(() => subscribeSparingly(state), [state]);
  return useSyncExternalStore(subscribe, () => select(state.get()));
}

/** Calls a listener immediately, but during a drag only from time to time; the end of the drag is not delayed. */
function subscribeSparingly(state: Store<ViewerState>) {
  return (listener: () => void) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const notify = () => {
      clearTimeout(timer);
      timer = undefined;
      listener();
    };
    const unsubscribe = state.subscribe(() => {
      if (!state.get().isMoving) notify();
      else timer ??= setTimeout(notify, MOVING_INTERVAL);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  };
}
