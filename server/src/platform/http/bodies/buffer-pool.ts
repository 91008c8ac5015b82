/** A leased buffer. The pool reuses it once the response has ended and all work on it has settled. */
export interface LeasedBuffer {
  readonly buffer: Buffer;
  /** Runs `work` on the buffer; the lease lasts until `work` settles, even if the client disconnects. */
  use<T>(work: () => Promise<T>): Promise<T>;
  /** The response has ended. May be called more than once. */
  release(): void;
}

export type BufferPool = ReturnType<typeof bufferPool>;

/**
 * Buffers of `size` bytes for the bodies of one kind of route, used again and again: allocating two
 * mebibytes per chunk costs more than writing them. At most `most` are out at a time, `keep` stay around.
 */
export function bufferPool(size: number, { keep = 8, most = 64 } = {}) {
  const idle: Buffer[] = [];
  let out = 0;

  return {
    /** Leased buffers. */
    inUse: () => out,

    /** Returns undefined where all are leased. */
    lease(): LeasedBuffer | undefined {
      if (out >= most) return undefined;
      out += 1;
      const buffer = idle.pop() ?? Buffer.allocUnsafeSlow(size);
      return createLease(buffer, () => {
        out -= 1;
        if (idle.length < keep) idle.push(buffer);
      });
    },
  };
}

/** A buffer lent out until its answer is over and all work on it has settled; `returned` is told once. */
export function createLease(buffer: Buffer, returned: () => void): LeasedBuffer {
  let workers = 0;
  let over = false;
  let isBack = false;
  const settle = () => {
    if (!over || workers > 0 || isBack) return;
    isBack = true;
    returned();
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
