import { useEffect, useRef } from 'react';
import { pushOverlay } from './overlay-history.ts';

/** While something stands over the page, Back takes it away and stays on the page, as on every phone. */
export function useCloseOnBack(open: boolean, close: () => unknown): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => (open ? pushOverlay(() => latest.current()) : undefined), [open]);
}

/** The same for what is open as long as it is mounted. What opens over it closes first. */
export function CloseOnBack({ close }: { close: () => unknown }) {
  useCloseOnBack(true, close);
  return null;
}
