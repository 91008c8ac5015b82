import { useEffect } from 'react';
import { type Blocker, useBlocker } from 'react-router';
import { useCloseOnBack } from '../../../lib/history/close-on-back.ts';
import { goToPageBefore } from '../../../lib/history/overlay-history.ts';
import { useUnloadWarning } from '../../../lib/history/unload-warning.ts';
import { confirmDiscard } from '../../../ui/overlay/confirm.tsx';

/**
 * Asks before Back, a link or a search leaves a page with unsaved input; the browser asks before a reload. `discard`
 * empties the form: the page stays until the code of the next one is loaded, and Back may return to it before.
 */
export function useLeaveQuestion(isDirty: boolean, discard: () => void): void {
  useUnloadWarning(isDirty);
  // Steps of the browser are those of overlays: the router would take them back by steps of its own.
  useCloseOnBack(isDirty, async () => {
    if (!(await confirmDiscard())) return;
    discard();
    goToPageBefore();
  });
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      isDirty && historyAction !== 'POP' && currentLocation.pathname !== nextLocation.pathname,
  );
  // The router makes a blocker for each navigation; the next one may come before the page is drawn after the answer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one question for each navigation
  useEffect(() => {
    if (blocker.state === 'blocked') void ask(blocker, discard);
  }, [blocker]);
}

type Blocked = Extract<Blocker, { state: 'blocked' }>;

async function ask(blocker: Blocked, discard: () => void): Promise<void> {
  if (!(await confirmDiscard())) {
    blocker.reset();
    return;
  }
  blocker.proceed();
  discard();
}
