import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/** While something stands over the page, Back takes it away and stays on the page, as on every phone. */
export function useBackCloses(open: boolean, close: () => void): void {
  const blocker = useBlocker(({ historyAction }) => open && historyAction === 'POP');
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    close();
  });
}
