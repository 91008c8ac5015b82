import { useEffect, useRef } from 'react';
import { pushOverlay } from './overlay-history.ts';

/** While an overlay is open, Back closes it and stays on the page. */
export function useCloseOnBack(open: boolean, close: () => unknown): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => (open ? pushOverlay(() => latest.current()) : undefined), [open]);
}

/** The same for an overlay that is open as long as it is mounted. An overlay above it closes first. */
export function CloseOnBack({ close }: { close: () => unknown }) {
  useCloseOnBack(true, close);
  return null;
}
