import { useRef } from 'react';

/** Wraps an asynchronous function: a call does nothing while an earlier one is pending. */
export function useSingleFlight<Args extends unknown[]>(
  work: (...args: Args) => Promise<void>,
): (...args: Args) => Promise<void> {
  const running = useRef(false);
  return async (...args) => {
    if (running.current) return;
    running.current = true;
    try {
      await work(...args);
    } finally {
      running.current = false;
    }
  };
}
