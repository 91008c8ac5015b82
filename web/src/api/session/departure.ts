import { flushSync } from 'react-dom';
import { navigateAway } from '../../lib/leave.ts';

let isLeaving = false;
/** Where the page goes; asked for again when the browser brings a page back that was being left. */
let target: string | undefined;
const listeners = new Set<() => void>();
const cleaners = new Set<() => void>();

/**
 * The end of one person's stay on this page. The order is fixed: the page is taken off the screen, everything
 * that belongs to the person is removed from memory, and only then does another document replace this one.
 */
export const departure = {
  isLeaving: (): boolean => isLeaving,

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** Registers a function that removes one module's personal data from memory. */
  onForget(clean: () => void): void {
    cleaners.add(clean);
  },

  /** Removes the person's data from memory. The page stays. */
  forget(): void {
    for (const clean of cleaners) clean();
  },

  /** Takes the page off the screen before it returns, then removes the person's data from memory. */
  begin(): void {
    isLeaving = true;
    flushSync(() => {
      for (const listener of listeners) listener();
    });
    departure.forget();
  },

  /** Replaces this document. `begin` comes first. */
  finish(address: string): void {
    target = address;
    navigateAway(address);
  },

  /** For tests, which keep the document. */
  reset(): void {
    isLeaving = false;
    target = undefined;
  },
};

window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted && target) navigateAway(target);
});
