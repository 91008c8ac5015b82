import { MAX_RANGES } from '@deqiq/contract/shared/imaging/bricks.ts';
import type { BrickStore } from './brick-store.ts';

/** Bytes that one request fetches: 85 ms at 12 Mbit/s. */
const MAX_BATCH = 128 * 1024;

interface QueueOptions {
  /** Bytes of each brick. */
  readonly lengths: readonly number[];
  readonly store: Pick<BrickStore, 'table' | 'has' | 'capacity' | 'slots' | 'isFull' | 'remove'>;
  /** Whether bricks that no pane shows are loaded too, after the others. */
  readonly isWhole: boolean;
}

/** Which bricks to request next, and which ones leave a full store. */
export function createBrickQueue({ lengths, store, isWhole }: QueueOptions) {
  const { capacity } = store;
  const total = store.table.length;
  const arrived: number[] = [];
  /** Per brick the last time that a pane wanted it. */
  const wantedAt = new Uint32Array(total);
  let time = 0;
  let count = 0;
  let isCut = false;
  const loading = new Set<number>();
  let shown: readonly number[] = [];
  let next: readonly number[] = [];

  const isMissing = (index: number) => !store.has(index) && !loading.has(index);
  const rest = isWhole && !store.slots ? Array.from({ length: total }, (_, index) => index) : [];

  return {
    /** Indices in the order of their arrival; again where a brick had left the store. */
    arrived,
    /** A level without places of its own for all bricks is never complete. */
    isComplete: (): boolean => count === total && !store.slots,

    /** The bricks that panes show, the most urgent first, and those that they may show next. */
    want(visible: readonly number[], likely: readonly number[]): void {
      shown = visible.slice(0, capacity);
      isCut = shown.length < visible.length;
      next = (likely.length > 0 ? likely : next).slice(0, capacity - shown.length);
      time += 1;
      for (const index of [...shown, ...next]) wantedAt[index] = time;
    },

    /** One more brick that panes show. */
    wantMore(index: number): void {
      if (shown.length === capacity) isCut = true;
      else shown = [...shown, index];
      wantedAt[index] = time;
    },

    /** Bricks that panes show and that are not there. */
    listMissing: (): number[] => shown.filter((index) => !store.has(index)),

    countBytes: (bricks: readonly number[]): number =>
      bricks.reduce((sum, index) => sum + (lengths[index] ?? 0), 0),

    /** Whether panes show more bricks than fit: the least urgent ones are never requested. */
    isCut: (): boolean => isCut,

    /** The most urgent bricks, as many as one request fetches, in the order of the object; none where all are there. */
    take(): number[] {
      const wanted = [shown, next, rest].find((indices) => indices.some(isMissing)) ?? [];
      const batch: number[] = [];
      let bytes = 0;
      for (const index of wanted) {
        if (!isMissing(index)) continue;
        bytes += lengths[index] ?? 0;
        if (batch.length === MAX_RANGES || (batch.length > 0 && bytes > MAX_BATCH)) break;
        batch.push(index);
        loading.add(index);
      }
      return batch.sort((a, b) => a - b);
    },

    /** Bricks that did not arrive are requested again. */
    release(batch: readonly number[]): void {
      for (const index of batch) loading.delete(index);
    },

    /** Frees a slot of a full store, of the brick that panes have not wanted for longest; false where they want all. */
    makeRoom(): boolean {
      if (!store.isFull()) return true;
      let oldest = -1;
      for (let index = 0; index < total; index += 1)
        if (store.has(index) && (oldest < 0 || (wantedAt[index] ?? 0) < (wantedAt[oldest] ?? 0)))
          oldest = index;
      if (oldest < 0 || wantedAt[oldest] === time) return false;
      store.remove(oldest);
      count -= 1;
      return true;
    },

    /** Notes the arrival of a brick. */
    add(index: number): void {
      arrived.push(index);
      count += 1;
    },
  };
}
