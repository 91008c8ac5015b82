import { useEffect, useRef } from 'react';

/** How far apart the two presses of a double click may be: milliseconds, and pixels on the screen. */
const DOUBLE_CLICK_MS = 500;
const DOUBLE_CLICK_PX = 10;

type Press = { time: number; x: number; y: number };

/** The last two presses on the page, the latest first. */
let presses: readonly Press[] = [];

window.addEventListener(
  'pointerdown',
  ({ timeStamp: time, screenX: x, screenY: y }) => {
    presses = [{ time, x, y }, ...presses.slice(0, 1)];
  },
  { capture: true },
);

/** Whether the latest press is the second of the double click that opened this: it falls on the backdrop. */
export function useSecondPress(open: boolean): () => boolean {
  const opener = useRef<Press>(undefined);
  useEffect(() => {
    if (open) opener.current = presses[0];
  }, [open]);
  return () => {
    const [latest, before] = presses;
    if (!latest || !before || before !== opener.current) return false;
    const isNear =
      Math.abs(latest.x - before.x) <= DOUBLE_CLICK_PX &&
      Math.abs(latest.y - before.y) <= DOUBLE_CLICK_PX;
    return isNear && latest.time - before.time < DOUBLE_CLICK_MS;
  };
}
