import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import { LogOut as Leave } from 'lucide-react';
import { useState } from 'react';
import { signOut } from '../../api/auth.ts';
import { departure } from '../../api/session/departure.ts';
import { Button } from '../../ui/button.tsx';
import { leavePush } from './install/registration.ts';

/** Ends the session, removes the partner from both storages, and opens the sign-in page. */
export function LogOut({ className }: { className?: string }) {
  const [busy, setBusy] = useState(false);
  const logOut = async () => {
    setBusy(true);
    // Local, and soon done; the server has ended the subscription in any case.
    leavePush().catch(() => undefined);
    await signOut();
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
      Çıxış
    </Button>
  );
}
