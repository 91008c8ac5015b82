import { countBricks } from '@deqiq/contract/shared/imaging/bricks.ts';
import type { PackLevel } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { createVolumeSpace } from '../../../geometry/volume/volume-space.ts';
import type { Level, PixelArray } from '../../level.ts';
import type { LoadContext } from '../load-context.ts';
import { PictureError } from '../picture-error.ts';
import { createBrickQueue, type Run } from './brick-queue.ts';
import { createBrickStore, POOL } from './brick-store.ts';
import { fetchBricks } from './fetch-bricks.ts';
import { paneBricks } from './pane-bricks.ts';
import { createSparseLevel } from './sparse-level.ts';
import { brickFinder } from './visible-bricks.ts';

/** Requests at a time; a browser opens six connections to a server without HTTP/2. */
const CONCURRENCY = 5;

/** Milliseconds between redraws while bricks arrive. */
const UPDATE_INTERVAL = 120;

/** Milliseconds before requests continue after a failed one; doubled with each failure that follows. */
const PAUSE = 500;

/** Failures one after the other, until loading ends: half a minute. */
const MAX_FAILURES = 6;

/**
 * Gives a level to the caller at once and fills it with the bricks that panes show. Resolves when all bricks have
 * arrived; often the user leaves before that.
 */
export function loadBricks(
  { name: _, lengths, brick: __, ...size }: PackLevel,
  brick: number,
  context: LoadContext,
): Promise<Level> {
  const { metadata, onLevel, onProgress, isWhole = false, isPooled = false } = context;
  const grid = { ...size, brick };
  const [columns, rows, layers] = countBricks(grid);
  const space = createVolumeSpace(metadata);
  if (!space || metadata.channels !== 1 || lengths.length !== columns * rows * layers)
    throw new PictureError('damaged');
  const findBricks = paneBricks(brickFinder(space, grid));
  const offsets = [0];
  for (const length of lengths) offsets.push((offsets.at(-1) ?? 0) + length);
  const store = createBrickStore(grid, metadata.bits, isPooled ? POOL : undefined);
  const queue = createBrickQueue({ offsets, store, isWhole });
  const { promise, resolve, reject } = Promise.withResolvers<Level>();
  const ending = new AbortController();
  const signal = AbortSignal.any([context.signal, ending.signal]);
  signal.addEventListener('abort', () => reject(signal.reason));

  let requests = 0;
  let failures = 0;
  /** After a failure nothing is requested for a while; after one that lasts, nothing any more. */
  let isPaused = false;
  let isClosed = false;
  let isSettled = false;
  let received = 0;
  let isScheduled = false;
  let reported = '';

  const level: Level = createSparseLevel(grid, store, queue, {
    get isSettled() {
      return isSettled;
    },
    get isLoading() {
      return !isSettled && !isClosed && queue.listMissing().length > 0;
    },
    end: () => ending.abort(),

    request(panes, pixelRatio) {
      if (signal.aborted || queue.isComplete()) return;
      const found = findBricks(panes, pixelRatio);
      if (!found) return;
      queue.want(found.shown, found.next);
      received = 0;
      isSettled = queue.listMissing().length === 0 && !queue.isCut();
      startRequests();
      scheduleReport();
    },
  });

  function startRequests(): void {
    while (requests < CONCURRENCY && !isPaused && !isClosed && !signal.aborted) {
      const run = queue.take();
      if (!run) return;
      requests += 1;
      void load(run);
    }
  }

  async function load(run: Run): Promise<void> {
    try {
      await fetchBricks({ grid, offsets, put }, run, { ...context, signal }, (count) => {
        received += count;
      });
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      pause(error);
    } finally {
      queue.release(run);
      requests -= 1;
    }
    startRequests();
    scheduleReport();
  }

  /** A brick that no pane wants any more is dropped where a full store has only others that are wanted. */
  function put(index: number, pixels: PixelArray): void {
    if (!queue.makeRoom()) return;
    store.put(index, pixels);
    queue.add(index);
  }

  /** A failed request is repeated later. What panes show stays as sharp as the bricks that are there. */
  function pause(error: unknown): void {
    const { failure } = error as Partial<PictureError>;
    const isPassing = failure === 'network' || failure === 'expired';
    if (!isPassing || failures >= MAX_FAILURES) {
      isClosed = true;
      reject(error);
    } else if (!isPaused) {
      isPaused = true;
      setTimeout(resume, PAUSE * 2 ** failures);
      failures += 1;
    }
  }

  function resume(): void {
    isPaused = false;
    startRequests();
  }

  function scheduleReport(): void {
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(report, UPDATE_INTERVAL);
  }

  function report(): void {
    isScheduled = false;
    if (signal.aborted) return;
    const missing = queue.listMissing();
    isSettled = missing.length === 0 && !queue.isCut();
    const state = `${isSettled} ${queue.arrived.length}`;
    if (state !== reported) onLevel?.(level);
    reported = state;
    const left = missing.reduce((sum, index) => sum + (lengths[index] ?? 0), 0);
    if (missing.length > 0 && !isClosed) onProgress?.(received, received + left);
    if (queue.isComplete()) resolve(level);
  }

  onLevel?.(level);
  return promise;
}
