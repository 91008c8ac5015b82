import type { Role } from '@deqiq/contract/auth.ts';
import { portalPaths } from '@deqiq/contract/paths.ts';
import { lazy, Suspense, useEffect } from 'react';
import { queryClient } from '../api/http/query.ts';
import { session, useSession } from '../api/session/session.ts';
import { BackCloses } from '../lib/back-closes.ts';
import { leaveTo } from '../lib/leave.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { signInBefore } from './guards.ts';
import { isHalfTyped } from './half-typed.ts';

const forms = {
  admin: lazy(() => import('./admin/login/sign-in-form.tsx')),
  partner: lazy(() => import('./partner/login/sign-in-form.tsx')),
};

const words = {
  admin: {
    title: 'Your session has ended',
    text: 'Sign in again to go on. What you have typed is kept.',
    leave: 'Leave',
  },
  partner: {
    title: 'Sessiyanız bitib',
    text: 'Davam etmək üçün yenidən daxil olun. Yazdıqlarınız saxlanılıb.',
    leave: 'Çıxış',
  },
} as const;

/**
 * Asks for sign-in over the page when the session ends while somebody works; requests wait for the answer. A page
 * whose session another tab has ended is left, or, where something is typed on it, stays unseen until the sign-in.
 */
export function SessionEnded() {
  const { ended, hidden = false } = useSession();
  return ended ? <Again key={ended} role={ended} hidden={hidden} /> : null;
}

function Again({ role, hidden }: { role: Role; hidden: boolean }) {
  const SignInForm = forms[role];
  const { title, text, leave } = words[role];

  function decline(): void {
    session.clear();
    leaveTo(role === 'admin' ? portalPaths.adminLogin : portalPaths.partnerLogin);
  }

  useEffect(() => {
    if (!hidden) return;
    queryClient.clear();
    if (!isHalfTyped()) leaveTo(signInBefore(role, window.location.href));
  }, [hidden, role]);

  // The dialog waits for its form, so that the focus begins in the first field.
  return (
    <Suspense fallback={hidden && <div className="fixed inset-0 z-55 bg-ground" />}>
      <Dialog
        open
        firm
        opaque={hidden}
        onClose={decline}
        size="sm"
        title={title}
        description={text}
      >
        <div className="grid gap-2">
          <SignInForm />
          <BackCloses close={() => undefined} />
          <Button variant="quiet" onClick={decline}>
            {leave}
          </Button>
        </div>
      </Dialog>
    </Suspense>
  );
}
