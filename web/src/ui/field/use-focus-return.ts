import { useRef } from 'react';

/**
 * Moves the focus from the list of a select to its button as soon as the list closes. Base UI waits until the list
 * has moved out, and may focus an option in a frame after it closed: a Tab before that leaves the dialog around it.
 */
export function useFocusReturn() {
  const trigger = useRef<HTMLButtonElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const isOpen = useRef(false);
  const returnFocus = () => trigger.current?.focus({ preventScroll: true });
  return {
    trigger,
    popup: { ref: popup, onFocus: () => void (isOpen.current || returnFocus()) },
    onOpenChange: (open: boolean) => {
      isOpen.current = open;
      if (!open && popup.current?.contains(document.activeElement)) returnFocus();
    },
  };
}
