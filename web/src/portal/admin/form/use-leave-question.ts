import { useEffect } from 'react';
import { type Blocker, useBlocker } from 'react-router';
import { useUnloadWarning } from '../../../lib/history/unload-warning.ts';
import { confirmDiscard } from '../../../ui/overlay/confirm.tsx';

/**
 * Asks before a link or a search leads away from a page with unsaved input; the browser asks before a reload. Steps of
 * the browser are not blocked: the history of overlays and the router's way of taking them back exclude each other.
 */
export function useLeaveQuestion(isDirty: boolean): void {
  useUnloadWarning(isDirty);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      isDirty && historyAction !== 'POP' && currentLocation.pathname !== nextLocation.pathname,
  );
  const isBlocked = blocker.state === 'blocked';
  // biome-ignore lint/correctness/useExhaustiveDependencies: one question for each navigation
  useEffect(() => {
    if (isBlocked) void ask(blocker);
  }, [isBlocked]);
}

async function ask(blocker: Extract<Blocker, { state: 'blocked' }>): Promise<void> {
  if (await confirmDiscard()) blocker.proceed();
  else blocker.reset();
}
