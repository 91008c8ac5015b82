import { flushSync } from 'react-dom';
import { navigateAway } from '../../../lib/history/navigate-away.ts';
import { createStore } from '../../../lib/store.ts';

const isLeaving = createStore(false);
/** The next document. Requested again when the browser restores a page that was being left. */
let target: string | undefined;
const cleaners = new Set<() => void>();

/**
 * The end of one person's stay on this page. The order is fixed: the page is taken off the screen, everything
 * that belongs to the person is removed from memory, and only then does another document replace this one.
 */
export const departure = {
  isLeaving: isLeaving.get,
  subscribe: isLeaving.subscribe,

  /** Registers a function that removes one module's personal data from memory. */
  onForget(clean: () => void): void {
    cleaners.add(clean);
  },

  forget(): void {
    for (const clean of cleaners) clean();
  },

  /** Takes the page off the screen before it returns, then removes the person's data from memory. */
  begin(): void {
    flushSync(() => isLeaving.set(true));
    departure.forget();
  },

  /** Replaces this document. Call `begin` first. */
  finish(address: string): void {
    target = address;
    navigateAway(address);
  },

  /** For tests, which keep the document. */
  reset(): void {
    isLeaving.set(false);
    target = undefined;
  },
};

window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted && target) navigateAway(target);
});
