import { useEffect, useRef } from 'react';

/** Keys and what they do; shown in the list of shortcuts in this order. */
export type Shortcut = {
  /** `event.key`, in lower case. */
  readonly key: string;
  readonly label: string;
  readonly run: () => void;
};

/** Elements that use the keys themselves. */
const FIELDS = 'input:not([type=range]), textarea, select, [role=dialog]';
const SLIDER = 'input[type=range]';
const SLIDER_KEYS = /^(arrow|page|home|end)/;

/** Runs a shortcut while no field has the focus and no dialog is open. A slider keeps only the keys that move it. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      const key = event.key.toLowerCase();
      if (event.target instanceof HTMLElement && usesKey(event.target, key)) return;
      const shortcut = latest.current.find((candidate) => candidate.key === key);
      if (!shortcut) return;
      event.preventDefault();
      shortcut.run();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

function usesKey(element: HTMLElement, key: string): boolean {
  if (element.closest(FIELDS)) return true;
  if (element.closest(SLIDER)) return SLIDER_KEYS.test(key);
  // Enter presses the button that has the focus.
  return key === 'enter' && element.closest('button, a') !== null;
}
