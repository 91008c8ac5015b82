import { useCallback, useEffect, useRef } from 'react';

/**
 * Focuses the control with this `data-subject` once it is on the screen and the proposal has lost the focus. Another
 * control that has the focus by then keeps it.
 */
export function useFocusLater(): (subject: string) => void {
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    const { activeElement } = document;
    if (wanted.current === undefined || activeElement?.closest('[data-proposal]')) return;
    if (activeElement && activeElement !== document.body) {
      wanted.current = undefined;
      return;
    }
    const selector = `[data-subject="${CSS.escape(wanted.current)}"]`;
    const control = document.querySelector<HTMLElement>(selector);
    if (!control) return;
    wanted.current = undefined;
    control.focus();
  });
  return useCallback((subject) => {
    wanted.current = subject;
  }, []);
}
