import type { Point2 } from '../../geometry/vectors.ts';
import type { GestureHandlers } from './gesture-handlers.ts';

/** Between the taps of a double tap: milliseconds and CSS pixels. */
const DOUBLE_TAP = { time: 300, distance: 30 } as const;

/** Tells a double tap from two taps. */
export function recognizeTaps(handlers: Pick<GestureHandlers, 'onTap' | 'onDoubleTap'>) {
  let last: { readonly at: Point2; readonly time: number } | undefined;

  return (at: Point2, time: number): void => {
    const isSecond =
      last &&
      time - last.time < DOUBLE_TAP.time &&
      Math.hypot(at[0] - last.at[0], at[1] - last.at[1]) < DOUBLE_TAP.distance;
    last = isSecond ? undefined : { at, time };
    if (isSecond) handlers.onDoubleTap(at);
    else handlers.onTap(at);
  };
}
