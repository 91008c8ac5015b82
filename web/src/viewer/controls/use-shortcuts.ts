import { useEffect, useRef } from 'react';

/** Keys and what they do; shown in the list of shortcuts in this order. */
export type Shortcut = {
  /** `event.key`, in lower case. */
  readonly key: string;
  readonly label: string;
  readonly run: () => void;
};

/** Runs a shortcut while no field has the focus and no dialog is open. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      const { target } = event;
      if (target instanceof HTMLElement && target.closest('input, textarea, select, [role=dialog]'))
        return;
      // Enter presses the button that has the focus.
      if (event.key === 'Enter' && target instanceof HTMLElement && target.closest('button, a'))
        return;
      const shortcut = latest.current.find(({ key }) => key === event.key.toLowerCase());
      if (!shortcut) return;
      event.preventDefault();
      shortcut.run();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
