import { useEffect } from 'react';

let transfers = 0;

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** The browser asks before it closes or reloads this page, until the returned function is called. */
export function warnBeforeUnload(): () => void {
  transfers += 1;
  window.addEventListener('beforeunload', warn);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    transfers -= 1;
    if (transfers === 0) window.removeEventListener('beforeunload', warn);
  };
}

export function useUnloadWarning(isTransferring: boolean): void {
  useEffect(() => (isTransferring ? warnBeforeUnload() : undefined), [isTransferring]);
}

/** Removes the warning of a page that is left without returning. */
export function dropUnloadWarnings(): void {
  window.removeEventListener('beforeunload', warn);
}
