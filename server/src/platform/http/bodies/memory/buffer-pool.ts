/** A leased buffer. The pool reuses it once the response has ended and all work on it has settled. */
export interface LeasedBuffer {
  readonly buffer: Buffer;
  /** Runs `work` on the buffer; the lease lasts until `work` settles, even if the client disconnects. */
  use<T>(work: () => Promise<T>): Promise<T>;
  /** The response has ended. May be called more than once. */
  release(): void;
}

export type BufferPool = ReturnType<typeof bufferPool>;

/** Reuses buffers of `size` bytes: allocating 2 MiB costs more than writing it. Leases at most `max` at a time. */
export function bufferPool(size: number, { maxIdle = 8, max = 64 } = {}) {
  const idle: Buffer[] = [];
  let leased = 0;

  return {
    inUse: () => leased,

    /** Returns undefined if all are leased. */
    lease(): LeasedBuffer | undefined {
      if (leased >= max) return undefined;
      leased += 1;
      const buffer = idle.pop() ?? Buffer.allocUnsafeSlow(size);
      return createLease(buffer, () => {
        leased -= 1;
        if (idle.length < maxIdle) idle.push(buffer);
      });
    },
  };
}

/** A lease ends when its response has ended and all work on it has settled. Then it calls `onReturn`, once. */
export function createLease(buffer: Buffer, onReturn: () => void): LeasedBuffer {
  let workers = 0;
  let over = false;
  let isBack = false;
  const settle = () => {
    if (!over || workers > 0 || isBack) return;
    isBack = true;
    onReturn();
  };
  return {
    buffer,
    async use(work) {
      if (isBack) throw new Error('the client hung up before its body was used');
      workers += 1;
      try {
        return await work();
      } finally {
        workers -= 1;
        settle();
      }
    },
    release() {
      over = true;
      settle();
    },
  };
}
