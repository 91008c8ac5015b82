import { type BrickGrid, indexOfBrick } from '@deqiq/contract/shared/imaging/bricks.ts';
import { brickTextures } from '../../gl/brick-textures.ts';
import type { Level } from '../../level.ts';
import type { blackBricks } from './black-bricks.ts';
import type { createBrickQueue } from './brick-queue.ts';
import type { BrickStore } from './brick-store.ts';

interface Parts {
  readonly store: BrickStore;
  readonly queue: ReturnType<typeof createBrickQueue>;
  readonly black: ReturnType<typeof blackBricks>;
  /** After the queue wants another brick. */
  readonly follow: () => void;
}

/** A level of which only some bricks are there: `store` has them, `queue` says in which order they arrived. */
export function createSparseLevel(
  grid: BrickGrid & Pick<Level, 'scale' | 'isLossless'>,
  { store, queue, black, follow }: Parts,
  calls: Pick<NonNullable<Level['bricks']>, 'isSettled' | 'isLoading' | 'request' | 'end'>,
): Level {
  const { brick: _, brickSlices: __, ...size } = grid;
  return {
    ...size,
    kind: 'volume',
    channels: 1,
    sampling: 'mean',
    values: store.values,
    get ready() {
      return queue.isComplete() ? size.slices : 0;
    },
    bricks: {
      arrived: queue.arrived,
      get isSettled() {
        return calls.isSettled;
      },
      get isLoading() {
        return calls.isLoading;
      },
      request: calls.request,
      end: calls.end,
      read(voxel) {
        const value = store.read(voxel);
        if (value !== undefined) return value;
        const index = indexOfBrick(grid, voxel);
        if (store.isBlack(index) && black.measure(index)) {
          queue.wantMore(index);
          // After the values of others that are read now.
          queueMicrotask(follow);
        }
        return undefined;
      },
      get blackChanges() {
        return store.blackChanges;
      },
      ...brickTextures(grid, store, queue.arrived),
    },
  };
}
