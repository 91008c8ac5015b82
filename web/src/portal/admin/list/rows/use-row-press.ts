import { type RefObject, useEffect, useRef } from 'react';

const CONTROLS = 'a, button, input, select, textarea, label, summary, [role=button]';
const DIALOGS = '[role=dialog], [role=alertdialog]';
const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 };

/**
 * A press on a row of the table inside `around` opens it, a control in it and selected text do not. J and K move the
 * focus through the rows, Enter opens the focused one, X selects it; none of them while a person types or a dialog is open.
 */
export function useRowPress(
  around: RefObject<HTMLElement | null>,
  onOpen: ((key: string) => void) | undefined,
): void {
  const open = useRef(onOpen);
  useEffect(() => {
    open.current = onOpen;
  });
  useEffect(() => {
    const element = around.current;
    if (!element) return;
    const openRow = (row: Element | null | undefined) => {
      const key = row?.getAttribute('data-row');
      if (key) open.current?.(key);
    };
    const press = ({ target, defaultPrevented }: MouseEvent) => {
      if (defaultPrevented || !(target instanceof Element) || target.closest(CONTROLS)) return;
      if (!getSelection()?.toString()) openRow(target.closest('[data-row]'));
    };
    const onKey = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (!(target instanceof Element) || isElsewhere(event, target)) return;
      const rows = [...element.querySelectorAll<HTMLElement>('[data-row]')];
      const step = STEPS[key];
      if (step) {
        const current = rows.findIndex((row) => row.contains(document.activeElement));
        rows[Math.max(0, Math.min(current + step, rows.length - 1))]?.focus();
      } else if (key === 'Enter') openRow(rows.find((row) => row === target));
      else if (key === 'x')
        target.closest('[data-row]')?.querySelector<HTMLElement>('input[type=checkbox]')?.click();
    };
    element.addEventListener('click', press);
    document.addEventListener('keydown', onKey);
    return () => {
      element.removeEventListener('click', press);
      document.removeEventListener('keydown', onKey);
    };
  }, [around]);
}

/** A key for something else: with a modifier, while a person types, or in a dialog. */
export const isElsewhere = (event: KeyboardEvent, target: Element): boolean =>
  event.defaultPrevented ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  target.matches('input, select, textarea') ||
  document.querySelector(DIALOGS) !== null;
