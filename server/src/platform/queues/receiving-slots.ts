import { fairQueue } from './fair-queue.ts';

/** Bytes per second that a sender must reach while others wait for its slot. */
const MIN_RATE = 32_768;

/** Milliseconds between two searches for slow senders, while others wait. */
const INTERVAL = 1_000;

/** The peer whose data arrives. */
export interface PeerName {
  /** A machine, program or person. */
  readonly sender: string;
  /** The network address, which several senders may share, and from which one may pretend to be several. */
  readonly address: string;
}

interface Options {
  readonly now: () => number;
  /** Max transfers at a time, in total, of one address and of one sender. */
  readonly slots: number;
  readonly slotsPerAddress: number;
  readonly slotsPerSender: number;
  /** Max transfers that wait, of one sender and in total; default: no limit. */
  readonly maxWaitingPerSender?: number;
  readonly maxWaiting?: number;
  /** Milliseconds of waiting for the network before a sender can be too slow. */
  readonly minWait: number;
}

interface Transfer {
  readonly peer: PeerName;
  readonly close: () => void;
  bytes: number;
  /** Milliseconds in which the network brought nothing; those in which the disk was busy do not count. */
  waited: number;
  /** The instant since which it waits for the network; undefined while the disk is busy. */
  waitingSince: number | undefined;
}

export type ReceivingSlots = ReturnType<typeof receivingSlots>;

/**
 * Bounds the memory of many senders: few transfer at a time. No sender and no address gets more than its share, those that wait
 * are served round-robin, and a slow transfer gives way to those that wait for its slot.
 */
export function receivingSlots({ now, slots, minWait, ...options }: Options) {
  const { slotsPerAddress, slotsPerSender, maxWaitingPerSender, maxWaiting } = options;
  const transfers = new Set<Transfer>();
  /** Transfers that wait for a slot, or hold one. */
  let present = 0;
  let timer: NodeJS.Timeout | undefined;
  const senders = fairQueue({
    concurrency: Number.POSITIVE_INFINITY,
    concurrencyPerClient: slotsPerSender,
    maxWaitingPerClient: maxWaitingPerSender ?? Number.POSITIVE_INFINITY,
    maxWaiting: maxWaiting ?? Number.POSITIVE_INFINITY,
  });
  const addresses = fairQueue({
    concurrency: slots,
    concurrencyPerClient: slotsPerAddress,
    maxWaitingPerClient: Number.POSITIVE_INFINITY,
    maxWaiting: maxWaiting ?? Number.POSITIVE_INFINITY,
  });

  /** Whether another transfer waits for the slot of this one. */
  function isWanted({ sender, address }: PeerName): boolean {
    const isFull = addresses.running() >= slots && addresses.waiting() > 0;
    return isFull || addresses.countWaiting(address) > 0 || senders.countWaiting(sender) > 0;
  }

  function closeSlow(): void {
    for (const { peer, close, bytes, waited, waitingSince } of transfers) {
      const total = waited + (waitingSince === undefined ? 0 : now() - waitingSince);
      if (total >= minWait && (bytes / total) * 1_000 < MIN_RATE && isWanted(peer)) close();
    }
  }

  function enter(): void {
    present += 1;
    timer ??= setInterval(closeSlow, INTERVAL).unref();
  }

  function leave(): void {
    present -= 1;
    if (present > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  async function transfer<T>(
    current: Transfer,
    chunks: AsyncIterable<Buffer>,
    store: (chunks: AsyncIterable<Buffer>) => Promise<T>,
  ): Promise<T> {
    transfers.add(current);
    try {
      return await store(measure(current, chunks, now));
    } finally {
      transfers.delete(current);
    }
  }

  return {
    /**
     * Stores in a slot, as soon as one is free. `close` ends the connection of a sender that is too slow. Throws QueueFullError if
     * too many wait, and the signal's reason if it is aborted before there is a slot.
     */
    async run<T>(
      peer: PeerName,
      chunks: AsyncIterable<Buffer>,
      close: () => void,
      store: (chunks: AsyncIterable<Buffer>) => Promise<T>,
      signal?: AbortSignal,
    ): Promise<T> {
      const current = { peer, close, bytes: 0, waited: 0, waitingSince: undefined };
      const receive = () => transfer(current, chunks, store);
      enter();
      try {
        return await senders.run(
          peer.sender,
          () => addresses.run(peer.address, receive, signal),
          signal,
        );
      } finally {
        leave();
      }
    },
  };
}

async function* measure(
  transfer: Transfer,
  chunks: AsyncIterable<Buffer>,
  now: () => number,
): AsyncGenerator<Buffer> {
  transfer.waitingSince = now();
  for await (const chunk of chunks) {
    transfer.waited += now() - transfer.waitingSince;
    transfer.waitingSince = undefined;
    transfer.bytes += chunk.length;
    yield chunk;
    transfer.waitingSince = now();
  }
  transfer.waitingSince = undefined;
}
