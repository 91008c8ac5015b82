/** Milliseconds between redraws. The longest: a page that was hidden cannot tell how long it drew. */
const INTERVAL = 400;
const MAX_INTERVAL = 10_000;

/** After a drawing bricks have so many times as long until the next one. */
const REST = 8;

type RedrawOptions = {
  readonly hasAll: () => boolean;
  /** Milliseconds that the last drawing took. */
  readonly drawingTime: () => number;
  readonly redraw: () => void;
};

/**
 * Returns a function to call after each change: it redraws every 400 ms, and when all has newly arrived. Without a
 * graphics processor a panoramic takes seconds to draw; then redraws are rarer, so that bricks do not wait for them.
 */
export function createRedraws({ hasAll, drawingTime, redraw }: RedrawOptions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function end(): void {
    timer = undefined;
    redraw();
  }

  return () => {
    if (hasAll()) {
      clearTimeout(timer);
      timer = setTimeout(end);
    } else {
      const pause = Math.max(INTERVAL, REST * drawingTime());
      timer ??= setTimeout(end, Math.min(pause, MAX_INTERVAL));
    }
  };
}
