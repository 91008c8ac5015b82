import {
  type BrickGrid,
  countBricks,
  indexOfBrick,
} from '@deqiq/contract/shared/imaging/bricks.ts';
import type { PackLevel } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { createVolumeSpace } from '../../../geometry/volume/volume-space.ts';
import { brickTextures } from '../../gl/brick-textures.ts';
import { createLevel, type Level } from '../../level.ts';
import type { Pane } from '../../panes.ts';
import type { LoadContext } from '../load-context.ts';
import { PictureError } from '../picture-error.ts';
import { createBrickQueue, type Run } from './brick-queue.ts';
import { fetchBricks } from './fetch-bricks.ts';
import { brickFinder } from './visible-bricks.ts';

/** Requests at a time; a browser opens six connections to a server without HTTP/2. */
const CONCURRENCY = 5;

/** Milliseconds between redraws while bricks arrive. */
const UPDATE_INTERVAL = 120;

/**
 * Gives a level to the caller at once and fills it with the bricks that panes show. Resolves when all bricks have
 * arrived; often the user leaves before that.
 */
export function loadBricks(
  { name: _, lengths, brick: __, ...size }: PackLevel,
  brick: number,
  context: LoadContext,
): Promise<Level> {
  const { metadata, onLevel, onProgress, isWhole = false } = context;
  const grid = { ...size, brick };
  const [columns, rows, layers] = countBricks(grid);
  const space = createVolumeSpace(metadata);
  if (!space || metadata.channels !== 1 || lengths.length !== columns * rows * layers)
    throw new PictureError('damaged');
  const finder = brickFinder(space, grid);
  const offsets = [0];
  for (const length of lengths) offsets.push((offsets.at(-1) ?? 0) + length);
  const queue = createBrickQueue({ offsets, isWhole });
  const { promise, resolve, reject } = Promise.withResolvers<Level>();
  const closing = new AbortController();
  const signal = AbortSignal.any([context.signal, closing.signal]);
  signal.addEventListener('abort', () => reject(signal.reason));

  let before: readonly Pane[] = [];
  let ratioBefore = 0;
  /** The bricks of each of these panes. */
  let found: readonly (readonly number[])[] = [];
  let requests = 0;
  let isSettled = false;
  let received = 0;
  let isScheduled = false;
  let reported = '';

  const level: Level = createSparseLevel(grid, context, queue, {
    get isSettled() {
      return isSettled;
    },
    end: () => closing.abort(),

    request(panes, pixelRatio) {
      if (signal.aborted || queue.isComplete()) return;
      const isSame = panes.map(
        (pane, index) => pixelRatio === ratioBefore && haveSameContent(pane, before[index]),
      );
      if (panes.length === before.length && isSame.every(Boolean)) return;
      // The bricks of a panoramic take long to find: those of a pane that has not changed stay.
      found = panes.map(
        (pane, index) => (isSame[index] && found[index]) || finder.find(pane, pixelRatio),
      );
      queue.want(
        interleave(found),
        panes.flatMap((pane, index) => finder.findNext(pane, before[index], pixelRatio)),
      );
      before = panes;
      ratioBefore = pixelRatio;
      received = 0;
      isSettled = queue.listMissing().length === 0;
      startRequests();
      scheduleReport();
    },
  });

  function startRequests(): void {
    while (requests < CONCURRENCY && !signal.aborted) {
      const run = queue.take();
      if (!run) return;
      requests += 1;
      void load(run);
    }
  }

  async function load(run: Run): Promise<void> {
    try {
      await fetchBricks({ grid, offsets, level }, run, { ...context, signal }, (count) => {
        received += count;
      });
      queue.add(run);
      requests -= 1;
      startRequests();
      scheduleReport();
    } catch (error) {
      reject(error);
      closing.abort(error);
    }
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
    isSettled = missing.length === 0;
    const state = `${isSettled} ${queue.arrived.length}`;
    if (state !== reported) onLevel?.(level);
    reported = state;
    const left = missing.reduce((sum, index) => sum + (lengths[index] ?? 0), 0);
    if (!isSettled) onProgress?.(received, received + left);
    if (queue.isComplete()) resolve(level);
  }

  onLevel?.(level);
  return promise;
}

function createSparseLevel(
  grid: BrickGrid & Pick<Level, 'scale' | 'isLossless'>,
  { metadata }: LoadContext,
  queue: ReturnType<typeof createBrickQueue>,
  calls: Pick<NonNullable<Level['bricks']>, 'isSettled' | 'request' | 'end'>,
): Level {
  const { brick, ...size } = grid;
  const description = { ...size, kind: 'volume', channels: 1, sampling: 'mean' } as const;
  return {
    ...description,
    values: createLevel(description, metadata.bits).level.values,
    get ready() {
      return queue.isComplete() ? size.slices : 0;
    },
    bricks: {
      arrived: queue.arrived,
      get isSettled() {
        return calls.isSettled;
      },
      request: calls.request,
      end: calls.end,
      has: (x, y, z) => queue.isReady[indexOfBrick(grid, [x, y, z])] === 1,
      ...brickTextures(grid, queue),
    },
  };
}

/** The first of each list, then the second of each: no pane waits for another one. */
function interleave(lists: readonly (readonly number[])[]): number[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const all = new Set<number>();
  for (let index = 0; index < longest; index += 1)
    for (const list of lists) {
      const brick = list[index];
      if (brick !== undefined) all.add(brick);
    }
  return [...all];
}

/** Whether two panes show the same part of the volume. */
function haveSameContent(pane: Pane, other: Pane | undefined): boolean {
  if (pane.kind === 'panoramic' && other?.kind === 'panoramic' && pane.surface !== other.surface)
    return false;
  return other !== undefined && JSON.stringify(partOf(pane)) === JSON.stringify(partOf(other));
}

const partOf = (pane: Pane) =>
  pane.kind === 'plane' || pane.kind === 'panoramic'
    ? [pane.kind, pane.rect, pane.view, pane.slab]
    : pane.kind;
