import type { PictureError } from '../picture-error.ts';
import type { createBrickQueue, Run } from './brick-queue.ts';

/** Requests at a time. A plane across thin bricks takes hundreds of small ones, and each waits for the line's latency. */
const MAX_REQUESTS = 16;

/** Bytes at a time: 0.4 s at 12 Mbit/s, for which a plane that is shown next waits. */
const MAX_BYTES = 640 * 1024;

/** Milliseconds before requests continue after a failed one; doubled with each failure that follows. */
const PAUSE = 500;

/** Failures one after the other, until loading ends: half a minute. */
const MAX_FAILURES = 6;

type BrickRequestsOptions = {
  readonly queue: Pick<ReturnType<typeof createBrickQueue>, 'take' | 'release'>;
  readonly signal: AbortSignal;
  readonly countBytes: (run: Run) => number;
  readonly fetchRun: (run: Run) => Promise<void>;
  /** After each request. */
  readonly onChange: () => void;
  /** After a failure that lasts. */
  readonly onFail: (error: unknown) => void;
};

/** Requests the bricks of a queue, a few runs at a time. */
export function createBrickRequests(options: BrickRequestsOptions) {
  const { queue, signal, countBytes, fetchRun, onChange, onFail } = options;
  let requests = 0;
  let bytes = 0;
  let failures = 0;
  /** After a failure nothing is requested for a while; after one that lasts, nothing any more. */
  let isPaused = false;
  let isClosed = false;

  function start(): void {
    while (
      requests < MAX_REQUESTS &&
      bytes < MAX_BYTES &&
      !isPaused &&
      !isClosed &&
      !signal.aborted
    ) {
      const run = queue.take();
      if (!run) return;
      requests += 1;
      bytes += countBytes(run);
      void load(run);
    }
  }

  async function load(run: Run): Promise<void> {
    try {
      await fetchRun(run);
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      pause(error);
    } finally {
      queue.release(run);
      requests -= 1;
      bytes -= countBytes(run);
    }
    start();
    onChange();
  }

  /** A failed request is repeated later. What panes show stays as sharp as the bricks that are there. */
  function pause(error: unknown): void {
    const { failure } = error as Partial<PictureError>;
    const isPassing = failure === 'network' || failure === 'expired';
    if (!isPassing || failures >= MAX_FAILURES) {
      isClosed = true;
      onFail(error);
    } else if (!isPaused) {
      isPaused = true;
      setTimeout(resume, PAUSE * 2 ** failures);
      failures += 1;
    }
  }

  function resume(): void {
    isPaused = false;
    start();
  }

  return { start, isClosed: () => isClosed };
}
