import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import * as texts from '@deqiq/messages/portal/session-ended.js';
import { lazy, Suspense } from 'react';
import { abandonPage } from '../../../api/people/auth.ts';
import { useSession } from '../../../api/people/session/session.ts';
import { CloseOnBack } from '../../../lib/history/close-on-back.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';

const SignInForm = lazy(() => import('./sign-in-form.tsx'));

/**
 * Re-authentication over the page when the session ends during work; pending requests wait for it. The page is
 * hidden until then: the person at the screen is unknown.
 */
export function SessionEnded() {
  const { ended, endedLogin } = useSession();
  return ended ? <SignInAgain key={ended} role={ended} login={endedLogin} /> : null;
}

function SignInAgain({ role, login }: { role: Role; login: string | undefined }) {
  const decline = () =>
    abandonPage(role === 'admin' ? portalPaths.adminLogin : portalPaths.partnerLogin);

  // The dialog waits for its form, so that the first field gets the focus.
  return (
    <Suspense>
      <Dialog
        open
        strict
        onClose={decline}
        size="sm"
        title={texts.title()}
        description={texts.text()}
      >
        <div className="grid gap-2">
          <SignInForm area={role} login={login} />
          <CloseOnBack close={() => undefined} />
          <Button variant="quiet" onClick={decline}>
            {texts.leave()}
          </Button>
        </div>
      </Dialog>
    </Suspense>
  );
}
