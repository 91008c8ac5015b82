/** Data sets that are received at a time. The senders of further ones wait, with 64 KiB in memory each. */
const SLOTS = 8;

/** Milliseconds of waiting for the network before a sender can be too slow. */
const MIN_WAIT = 5_000;

/** Bytes per second that a sender must reach while others wait for its slot. */
const MIN_RATE = 32_768;

/** Milliseconds between two searches for slow senders, while others wait. */
const INTERVAL = 1_000;

interface Holder {
  readonly close: () => void;
  bytes: number;
  /** Milliseconds in which the network brought nothing; those in which the disk was busy do not count. */
  waited: number;
  /** Since when the network brings nothing; undefined while the disk is busy. */
  waitingSince: number | undefined;
}

export type StoreSlots = ReturnType<typeof storeSlots>;

/** Bounds the memory of many senders: few store at a time, and slow ones give way to those that wait. */
export function storeSlots(now: () => number, { slots = SLOTS, minWait = MIN_WAIT } = {}) {
  const holders = new Set<Holder>();
  const queue: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;

  function closeSlow(): void {
    for (const { close, bytes, waited, waitingSince } of holders) {
      const total = waited + (waitingSince === undefined ? 0 : now() - waitingSince);
      if (total >= minWait && (bytes / total) * 1_000 < MIN_RATE) close();
    }
  }

  async function acquire(holder: Holder): Promise<void> {
    while (holders.size >= slots) {
      timer ??= setInterval(closeSlow, INTERVAL);
      await new Promise<void>((resolve) => queue.push(resolve));
    }
    holders.add(holder);
  }

  function release(holder: Holder): void {
    holders.delete(holder);
    queue.shift()?.();
    if (queue.length > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  async function* measure(holder: Holder, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    holder.waitingSince = now();
    for await (const chunk of chunks) {
      holder.waited += now() - holder.waitingSince;
      holder.waitingSince = undefined;
      holder.bytes += chunk.length;
      yield chunk;
      holder.waitingSince = now();
    }
    holder.waitingSince = undefined;
  }

  return {
    /** Stores in a slot, as soon as one is free. `close` ends the connection of a sender that is too slow. */
    async run<T>(
      chunks: AsyncIterable<Buffer>,
      close: () => void,
      store: (chunks: AsyncIterable<Buffer>) => Promise<T>,
    ): Promise<T> {
      const holder: Holder = { close, bytes: 0, waited: 0, waitingSince: undefined };
      await acquire(holder);
      try {
        return await store(measure(holder, chunks));
      } finally {
        release(holder);
      }
    },
  };
}
