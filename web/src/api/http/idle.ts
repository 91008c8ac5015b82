import { MINUTE } from '../../lib/durations.ts';

/** Milliseconds after the last key or touch from which on requests are the page's own. */
const IDLE_AFTER = MINUTE;

let lastInput = performance.now();

if (typeof window !== 'undefined')
  for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
    window.addEventListener(
      type,
      () => {
        lastInput = performance.now();
      },
      { capture: true, passive: true },
    );

/** Whether the page had no input lately: its polls and refreshes then do not count as use of the session. */
export const isIdle = (): boolean => performance.now() - lastInput > IDLE_AFTER;
