import { useEffect } from 'react';
import { askWhenSessionEnds } from '../api/session/access.ts';
import { PromptHost } from '../ui/overlay/confirm.tsx';
import { setTopLayer } from '../ui/overlay/dialog-queue.ts';
import { Toasts } from '../ui/overlay/toasts.tsx';
import { SessionEnded } from './session-ended.tsx';

setTopLayer(SessionEnded);

/** What stands over the screens: questions, notices, and sign-in when the session ends. Its own chunk. */
export default function Overlays() {
  useEffect(() => {
    askWhenSessionEnds(true);
    return () => askWhenSessionEnds(false);
  }, []);
  return (
    <>
      <PromptHost />
      <Toasts />
    </>
  );
}
