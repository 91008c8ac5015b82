import { useEffect } from 'react';
import { enableReauthentication } from '../../api/people/session/access.ts';
import { DialogOutlet } from '../../ui/overlay/confirm.tsx';
import { setSessionDialog } from '../../ui/overlay/dialog-queue.ts';
import { Toasts } from '../../ui/overlay/toasts.tsx';
import { SessionEnded } from '../accounts/sign-in/session-ended.tsx';

setSessionDialog(SessionEnded);

/** Dialogs, toasts and re-authentication above the screens. Its own chunk. */
export default function Overlays() {
  useEffect(() => {
    enableReauthentication(true);
    return () => enableReauthentication(false);
  }, []);
  return (
    <>
      <DialogOutlet />
      <Toasts />
    </>
  );
}
