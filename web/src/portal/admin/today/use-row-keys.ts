import { type RefObject, useEffect } from 'react';
import { isElsewhere } from '../list/rows/use-row-press.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/**
 * Arrow keys, J and K move the focus to the step of the next or the previous row inside `around`. The document listens:
 * no row has the focus when the screen opens.
 */
export function useRowKeys(around: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key } = event;
      const step = STEPS[key];
      if (!step || !(target instanceof Element) || isElsewhere(event, target)) return;
      const rows = [...(around.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
      const index = rows.findIndex((row) => row.closest('li')?.contains(document.activeElement));
      // Outside of the rows, arrow keys scroll.
      if (index < 0 && key.startsWith('Arrow') && target !== document.body) return;
      const next = rows[index < 0 ? 0 : index + step];
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [around]);
}
