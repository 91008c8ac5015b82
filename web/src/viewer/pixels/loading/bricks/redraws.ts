/** Milliseconds between redraws. */
const INTERVAL = 400;

/** Where the last redraw still holds up the page, the next one waits so many times as long. */
const REST = 3;

/**
 * Returns a function to call after each change: it redraws every 400 ms, and when all has newly arrived. Without a graphics
 * processor a panoramic takes seconds to draw, so that bricks would wait for redraws instead of the line.
 */
export function createRedraws(hasAll: () => boolean, redraw: () => void): () => void {
  let interval = INTERVAL;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function schedule(): void {
    if (hasAll()) {
      clearTimeout(timer);
      timer = setTimeout(end);
    } else timer ??= setTimeout(redrawUnlessLate, interval, performance.now() + interval);
  }

  function end(): void {
    timer = undefined;
    redraw();
  }

  /** `due`: when the timer should have called. */
  function redrawUnlessLate(due: number): void {
    const delay = performance.now() - due;
    interval = Math.max(INTERVAL, REST * delay);
    timer = undefined;
    if (delay > INTERVAL) schedule();
    else redraw();
  }

  return schedule;
}
