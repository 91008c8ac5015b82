import { useEffect, useLayoutEffect, useRef, useState } from 'react';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The keys of the search, as the keyboard names them. */
export const SEARCH_KEYS = isApple ? '⌘K' : 'Ctrl K';

/** Calls `open` on Ctrl+K or ⌘K, unless a dialog is open: it may contain what was typed. */
export function useSearchKeys(open: (() => void) | undefined): void {
  const latest = useRef(open);
  // Before the screen is painted: the keys work as soon as it is seen.
  useLayoutEffect(() => {
    latest.current = open;
  });
  useLayoutEffect(() => {
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

/** The text of the search. Until its field has the focus, such as while its code loads, keys are collected here. */
export function useSearchText(isSearching: boolean) {
  const [text, setText] = useState('');
  useEffect(() => {
    if (!isSearching) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.activeElement?.closest('[role=dialog]')) return;
      if (event.key === 'Backspace') setText((typed) => typed.slice(0, -1));
      else if (event.key.length === 1) setText((typed) => typed + event.key);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      setText('');
    };
  }, [isSearching]);
  return [text, setText] as const;
}
