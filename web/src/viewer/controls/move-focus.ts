import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

/** Roving focus: WAI-ARIA, toolbar pattern. */
export function moveFocus(event: KeyboardEvent, toolbar: HTMLElement | null): void {
  const buttons = [...(toolbar?.querySelectorAll('button') ?? [])];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const step = STEPS[event.key];
  const target =
    event.key === 'Home' ? 0 : event.key === 'End' ? buttons.length - 1 : step && at + step;
  if (target === undefined || at < 0) return;
  event.preventDefault();
  event.stopPropagation();
  buttons.at(target % buttons.length)?.focus();
}
