import type { PictureError } from '../picture-error.ts';
import type { createBrickQueue } from './brick-queue.ts';

/** Bytes at a time: 0.4 s at 12 Mbit/s, for which a plane that is shown next waits. */
const MAX_BYTES = 640 * 1024;

/** Milliseconds before requests continue after a failed one; doubled with each failure that follows. */
const PAUSE = 500;

/** Failures one after the other, until loading ends: half a minute. */
const MAX_FAILURES = 6;

type BrickRequestsOptions = {
  readonly queue: Pick<
    ReturnType<typeof createBrickQueue>,
    'take' | 'release' | 'arrived' | 'countBytes'
  >;
  readonly signal: AbortSignal;
  readonly fetchBatch: (batch: readonly number[]) => Promise<void>;
  /** After each request. */
  readonly onChange: () => void;
  /** After a failure that lasts. */
  readonly onFail: (error: unknown) => void;
};

/** Requests the bricks of a queue, a few batches at a time. */
export function createBrickRequests(options: BrickRequestsOptions) {
  const { queue, signal, fetchBatch, onChange, onFail } = options;
  let bytes = 0;
  let failures = 0;
  /** After a failure nothing is requested for a while; after one that lasts, nothing any more. */
  let isPaused = false;
  let isClosed = false;

  function start(): void {
    while (bytes < MAX_BYTES && !isPaused && !isClosed && !signal.aborted) {
      const batch = queue.take();
      if (batch.length === 0) return;
      bytes += queue.countBytes(batch);
      void load(batch);
    }
  }

  async function load(batch: readonly number[]): Promise<void> {
    const before = queue.arrived.length;
    try {
      await fetchBatch(batch);
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      if (queue.arrived.length > before) failures = 0;
      pause(error);
    } finally {
      queue.release(batch);
      bytes -= queue.countBytes(batch);
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
