import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** The menu below 768 px: slides in, traps the focus, closes on a press outside. */
export function useDrawer(wide: boolean) {
  const [isShown, setShown] = useState(false);
  const { pathname } = useLocation();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLElement>(null);
  const open = isShown && !wide;

  // biome-ignore lint/correctness/useExhaustiveDependencies: choosing a section closes the menu
  useEffect(() => setShown(false), [pathname]);

  useEffect(() => {
    if (!open) return;
    panel.current?.querySelector<HTMLElement>('a, button')?.focus();
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && setShown(false);
    document.addEventListener('keydown', leave);
    const opener = button.current;
    return () => {
      document.removeEventListener('keydown', leave);
      // Immediately: a dialog that opens now takes the focus from here, and gives it back to here.
      opener?.focus();
    };
  }, [open]);

  return { open, button, panel, show: () => setShown(true), close: () => setShown(false) };
}
