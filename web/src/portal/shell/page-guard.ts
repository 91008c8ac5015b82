import type { createBrowserRouter } from 'react-router';
import { abandonPage } from '../../api/people/auth.ts';
import { departure } from '../../api/people/session/departure.ts';
import { session } from '../../api/people/session/session.ts';
import { dialogQueue } from '../../ui/overlay/dialog-queue.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { signInBefore } from './guards.ts';
import { isHalfTyped } from './stored/unsaved-input.ts';

/**
 * Hides a page from everyone but its user. While the session is over, only the sign-in is visible
 * (`styles/covered.css`). If another tab ended the session, the page is left, unless it has unsaved input. All of
 * this happens in the task of the event, before the browser paints again.
 */
export function guardPage(router: ReturnType<typeof createBrowserRouter>): void {
  const root = document.documentElement;
  let role = session.current().role;

  session.subscribe(() => {
    const { ended, hidden, role: current } = session.current();
    const former = role;
    role = current ?? ended;
    root.toggleAttribute('data-covered', ended !== undefined);
    if (departure.isLeaving()) return;
    if (hidden && ended) {
      if (isHalfTyped()) departure.forget();
      else abandonPage(signInBefore(ended, window.location.href));
    } else if (former && !role && router.state.initialized) {
      // Ended before there was a dialog to ask for the sign-in.
      abandonPage(signInBefore(former, window.location.href));
    }
  });

  // A page that Back may restore is stored covered: it is drawn before its session can be checked.
  window.addEventListener('pagehide', ({ persisted }) => {
    if (persisted) root.toggleAttribute('data-asleep', true);
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && !departure.isLeaving()) root.toggleAttribute('data-asleep', false);
  });

  departure.onForget(() => {
    while (dialogQueue.dismiss());
    toast.clear();
  });
  departure.subscribe(() => router.dispose());
}
