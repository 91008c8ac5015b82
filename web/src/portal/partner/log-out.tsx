import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as areaTexts from '@deqiq/messages/partner/area.js';
import { LogOut as Leave } from 'lucide-react';
import { useState } from 'react';
import { signOut } from '../../api/people/auth.ts';
import { departure } from '../../api/people/session/departure.ts';
import { Button } from '../../ui/button.tsx';
import { leavePush } from './install/registration.ts';

/** Dialogs are no part of what the first screen loads. */
async function confirmLogOut(): Promise<boolean> {
  const { confirm } = await import('../../ui/overlay/confirm.tsx');
  return confirm({ title: areaTexts.logOutQuestion(), confirm: areaTexts.logOut() });
}

/** Milliseconds in which a browser that does not reach its push service may hold up the log-out. */
const PUSH_LIMIT = 3000;

/** The server has ended the subscription in any case. */
const leavePushSoon = (): Promise<unknown> =>
  Promise.race([
    leavePush().catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, PUSH_LIMIT)),
  ]);

type LogOutProps = {
  className?: string;
  /** Where a thumb may miss the field above, it asks first. */
  asks?: boolean;
};

/** Ends the session, removes the partner from both storages, and opens the sign-in page. */
export function LogOut({ className, asks = false }: LogOutProps) {
  const [busy, setBusy] = useState(false);
  const logOut = async () => {
    if (asks && !(await confirmLogOut())) return;
    setBusy(true);
    const left = leavePushSoon();
    await signOut();
    // The next address would end it before its notices are closed.
    await left;
    departure.finish(portalPaths.partnerLogin);
  };
  return (
    <Button
      variant="quiet"
      busy={busy}
      icon={<Leave size={19} strokeWidth={1.75} aria-hidden="true" />}
      onClick={() => void logOut()}
      {...(className ? { className } : {})}
    >
      {areaTexts.logOut()}
    </Button>
  );
}
