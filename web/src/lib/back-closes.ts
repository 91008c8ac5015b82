import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/** While something stands over the page, Back takes it away and stays on the page, as on every phone. */
export function useBackCloses(open: boolean, close: () => unknown): void {
  const blocker = useBlocker(({ historyAction }) => open && historyAction === 'POP');
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    close();
  });
}

/** The same for what is open as long as it is mounted. The router knows only one of them at a time. */
export function BackCloses({ close }: { close: () => unknown }) {
  useBackCloses(true, close);
  return null;
}
