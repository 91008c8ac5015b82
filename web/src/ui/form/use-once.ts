import { useRef } from 'react';

/** Does the work; a call that comes while an earlier one is still at work does nothing. */
export function useOnce(work: () => Promise<void>): () => Promise<void> {
  const running = useRef(false);
  return async () => {
    if (running.current) return;
    running.current = true;
    try {
      await work();
    } finally {
      running.current = false;
    }
  };
}
