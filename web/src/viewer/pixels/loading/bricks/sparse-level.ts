import { type BrickGrid, indexOfBrick } from '@deqiq/contract/shared/imaging/bricks.ts';
import { brickTextures } from '../../gl/brick-textures.ts';
import { createLevel, type Level } from '../../level.ts';
import type { LoadContext } from '../load-context.ts';
import type { createBrickQueue } from './brick-queue.ts';

/** A level of which only some bricks are there: `queue` says which. */
export function createSparseLevel(
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
