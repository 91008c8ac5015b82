import { countBricks } from '@deqiq/contract/shared/imaging/bricks.ts';
import type { PackLevel } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { createVolumeSpace } from '../../../geometry/volume/volume-space.ts';
import type { Level, PixelArray } from '../../level.ts';
import type { LoadContext } from '../load-context.ts';
import { PictureError } from '../picture-error.ts';
import { blackBricks } from './black-bricks.ts';
import { createBrickQueue } from './brick-queue.ts';
import { createBrickRequests } from './brick-requests.ts';
import { createBrickStore, poolSlots } from './brick-store.ts';
import { fetchBricks } from './fetch-bricks.ts';
import { paneBricks } from './pane-bricks.ts';
import { createRedraws } from './redraws.ts';
import { createSparseLevel } from './sparse-level.ts';
import { brickFinder } from './visible-bricks.ts';

/**
 * Gives a level to the caller at once and fills it with the bricks that panes show. Resolves when all bricks have
 * arrived; often the user leaves before that.
 */
export function loadBricks(
  { name: _, lengths, brick: __, brickHeader, brickMaxima, ...size }: PackLevel,
  brick: number,
  context: LoadContext,
): Promise<Level> {
  const { metadata, onLevel, onProgress, isWhole = false, isPooled = false } = context;
  const grid = { ...size, brick };
  const [columns, rows, layers] = countBricks(grid);
  const space = createVolumeSpace(metadata);
  if (!space || metadata.channels !== 1 || lengths.length !== columns * rows * layers)
    throw new PictureError('damaged');
  const black = blackBricks({ brickMaxima, lengths }, metadata);
  const findBricks = paneBricks(brickFinder(space, grid), black.findIn);
  const offsets = findOffsets(lengths);
  const header = brickHeader && Uint8Array.from(brickHeader);
  const store = createBrickStore(grid, metadata.bits, isPooled ? poolSlots(grid) : undefined);
  const queue = createBrickQueue({ lengths, store, isWhole });
  const { promise, resolve, reject } = Promise.withResolvers<Level>();
  const ending = new AbortController();
  const signal = AbortSignal.any([context.signal, ending.signal]);
  signal.addEventListener('abort', () => reject(signal.reason));

  let isSettled = false;
  let received = 0;
  let reported = '';
  /** Whether `onLevel` was told that all bricks are there; again not so when panes show others. */
  let wasSettled = false;

  let drawingTime = 0;
  const scheduleReport = createRedraws({
    hasAll: () => !wasSettled && queue.listMissing().length === 0,
    drawingTime: () => drawingTime,
    redraw: report,
  });
  const requests = createBrickRequests({
    queue,
    signal,
    fetchBatch: (batch) =>
      fetchBricks({ grid, offsets, header, put }, batch, { ...context, signal }),
    onChange: scheduleReport,
    onFail: reject,
  });

  const level: Level = createSparseLevel(
    grid,
    { store, queue, black, follow },
    {
      get isSettled() {
        return isSettled;
      },
      get isLoading() {
        return !isSettled && !requests.isClosed() && queue.listMissing().length > 0;
      },
      end: () => ending.abort(),

      request(panes, pixelRatio, lastDrawingTime) {
        drawingTime = lastDrawingTime;
        if (signal.aborted || queue.isComplete()) return;
        const found = findBricks(panes, pixelRatio);
        if (!found) return;
        store.setBlack(found.black);
        queue.want(found.shown, found.next);
        received = 0;
        follow();
      },
    },
  );

  /** After a change of what panes show. */
  function follow(): void {
    isSettled = queue.listMissing().length === 0 && !queue.isCut();
    wasSettled &&= isSettled;
    requests.start();
    scheduleReport();
  }

  /** A brick that no pane wants any more is dropped where a full store has only others that are wanted. */
  function put(index: number, pixels: PixelArray): void {
    received += lengths[index] ?? 0;
    if (!queue.makeRoom()) return;
    store.put(index, pixels);
    queue.add(index);
  }

  function report(): void {
    if (signal.aborted) return;
    const missing = queue.listMissing();
    isSettled = missing.length === 0 && !queue.isCut();
    wasSettled = isSettled;
    const state = `${isSettled} ${queue.arrived.length}`;
    if (state !== reported) onLevel?.(level);
    reported = state;
    if (missing.length > 0 && !requests.isClosed())
      onProgress?.(received, received + queue.countBytes(missing));
    if (queue.isComplete()) resolve(level);
  }

  onLevel?.(level);
  return promise;
}

/** Where each brick begins in the object, and where the last one ends. */
function findOffsets(lengths: readonly number[]): number[] {
  const offsets = [0];
  for (const length of lengths) offsets.push((offsets.at(-1) ?? 0) + length);
  return offsets;
}
