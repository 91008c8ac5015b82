import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

type Position = { control: HTMLElement; row: number; at: number };

/**
 * When the focused row is removed (it was deleted), moves the focus to the same button of the row at its index, or
 * to the container if no row is left. `onFocus` and the reference belong to the container, which needs
 * `tabIndex={-1}`. `rows` selects the rows of a container that is no table.
 */
export function useRowFocus(around: RefObject<HTMLElement | null>, rows = 'tbody tr') {
  const last = useRef<Position>(undefined);
  const listRows = () => [...(around.current?.querySelectorAll(rows) ?? [])];

  useEffect(() => {
    const { current: index } = last;
    if (!index || index.control.isConnected) return;
    return whenFree((isFree) => {
      last.current = undefined;
      if (!isFree) return;
      const left = listRows();
      const row = left[Math.min(index.row, left.length - 1)];
      const controls = row ? listControls(row) : [];
      (controls[index.at] ?? controls[0] ?? around.current)?.focus();
    });
  });

  return ({ target }: FocusEvent<HTMLElement>) => {
    const row = target.closest(rows);
    if (!row) return;
    last.current = {
      control: target,
      row: listRows().indexOf(row),
      at: listControls(row).indexOf(target),
    };
  };
}

const listControls = (row: Element) => [...row.querySelectorAll<HTMLElement>('button, a')];

/** Waits until closing dialogs release the focus; `isFree` is false if another element took it. */
function whenFree(run: (isFree: boolean) => void): () => void {
  const check = () => {
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body) run(true);
    else if (activeElement.closest('[role=alertdialog], [role=dialog]'))
      frame = requestAnimationFrame(check);
    else run(false);
  };
  // A frame later: whatever moved the row may focus it itself.
  let frame = requestAnimationFrame(check);
  return () => cancelAnimationFrame(frame);
}
