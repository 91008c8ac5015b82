/** Bytes of neighbouring bricks that one request fetches: 85 ms at 12 Mbit/s. */
const MAX_RUN = 128 * 1024;

interface QueueOptions {
  /** Where each brick begins in the object, and where the last one ends. */
  readonly offsets: readonly number[];
  /** Whether bricks that no pane shows are loaded too, after the others. */
  readonly isWhole: boolean;
}

/** Bricks from the first index to the one before the second. */
export type Run = readonly [number, number];

/** Which bricks are there, and which ones to request next. */
export function createBrickQueue({ offsets, isWhole }: QueueOptions) {
  const total = offsets.length - 1;
  const arrived: number[] = [];
  const isReady = new Uint8Array(total);
  const loading = new Set<number>();
  let shown: readonly number[] = [];
  let next: readonly number[] = [];

  const isMissing = (index: number) => isReady[index] === 0 && !loading.has(index);
  const rest = isWhole ? Array.from({ length: total }, (_, index) => index) : [];

  return {
    /** Indices in the order of their arrival. */
    arrived,
    /** Per brick 1 where it has arrived. */
    isReady,
    isComplete: (): boolean => arrived.length === total,

    /** The bricks that panes show, the most urgent first, and those that they may show next. */
    want(visible: readonly number[], likely: readonly number[]): void {
      shown = visible;
      if (likely.length > 0) next = likely;
    },

    /** Bricks that panes show and that have not arrived. */
    listMissing: (): number[] => shown.filter((index) => isReady[index] === 0),

    /** The most urgent brick, with those behind it in the object that are wanted too. */
    take(): Run | undefined {
      const wanted = [shown, next, rest].find((indices) => indices.some(isMissing));
      const first = wanted?.find(isMissing);
      if (!wanted || first === undefined) return undefined;
      const isWanted = new Set(wanted);
      const isNear = (index: number) =>
        (offsets[index + 1] ?? Number.POSITIVE_INFINITY) - (offsets[first] ?? 0) <= MAX_RUN;
      let end = first + 1;
      while (isWanted.has(end) && isMissing(end) && isNear(end)) end += 1;
      for (let index = first; index < end; index += 1) loading.add(index);
      return [first, end];
    },

    /** Bricks that did not arrive are requested again. */
    release([first, end]: Run): void {
      for (let index = first; index < end; index += 1) loading.delete(index);
    },

    /** Notes the arrival of bricks. */
    add([first, end]: Run): void {
      for (let index = first; index < end; index += 1) {
        isReady[index] = 1;
        arrived.push(index);
        loading.delete(index);
      }
    },
  };
}
