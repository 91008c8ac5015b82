import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

type Position = { control: HTMLElement; row: number; at: number };

/**
 * When the focused row is removed (it was deleted), moves the focus to the same button of the row at its index, or
 * to the container if no row is left. `onFocus` and the reference belong to the container, which needs
 * `tabIndex={-1}`.
 */
export function useRowFocus(around: RefObject<HTMLElement | null>) {
  const last = useRef<Position>(undefined);

  useEffect(() => {
    const { current: index } = last;
    if (!index || index.control.isConnected) return;
    last.current = undefined;
    return whenFree(() => {
      const rows = around.current?.querySelectorAll('tbody tr') ?? [];
      const row = rows[Math.min(index.row, rows.length - 1)];
      const controls = row ? listControls(row) : [];
      (controls[index.at] ?? controls[0] ?? around.current)?.focus();
    });
  });

  return ({ target }: FocusEvent<HTMLElement>) => {
    const row = target.closest('tbody tr');
    if (!row?.parentElement) return;
    const index = [...row.parentElement.children].indexOf(row);
    last.current = { control: target, row: index, at: listControls(row).indexOf(target) };
  };
}

const listControls = (row: Element) => [...row.querySelectorAll<HTMLElement>('button, a')];

/** Waits until a closing dialog releases the focus; does nothing if another element took it. */
function whenFree(run: () => void): () => void {
  let frame = 0;
  const check = () => {
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body) run();
    else if (activeElement.closest('[role=alertdialog]')) frame = requestAnimationFrame(check);
  };
  check();
  return () => cancelAnimationFrame(frame);
}
