import { useEffect, useRef } from 'react';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The keys of the search, as the keyboard names them. */
export const SEARCH_KEYS = isApple ? '⌘K' : 'Ctrl K';

/** Calls `open` on Ctrl+K or ⌘K, unless a dialog is open: it may contain what was typed. */
export function useSearchKeys(open: (() => void) | undefined): void {
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // By the place of the key: another alphabet has another letter there.
      if (event.code !== 'KeyK' || event.shiftKey || event.altKey) return;
      if (!(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (!document.querySelector('[role=dialog], [role=alertdialog]')) latest.current?.();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
