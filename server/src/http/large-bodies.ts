import { type BorrowedBuffer, loanOf } from './body-buffers.ts';

/** Bytes of large bodies in memory at a time. */
const ROOM = 256 * 1024 * 1024;

/** Milliseconds a body waits for room: less than the silence after which its client is cut off. */
const PATIENCE = 5_000;

interface Waiter {
  readonly length: number;
  readonly admit: (loan: BorrowedBuffer) => void;
}

/**
 * Memory for bodies too large to have many of: each takes as much as it says it is long, and those that do
 * not fit wait in line, unread, until others are done with theirs.
 */
export function largeBodies({ room = ROOM, patience = PATIENCE } = {}) {
  const waiting: Waiter[] = [];
  let free = room;

  function lend(length: number): BorrowedBuffer {
    free -= length;
    const buffer = Buffer.allocUnsafeSlow(length);
    return loanOf(buffer, () => {
      // Now, not when the garbage collector comes round.
      buffer.buffer.transfer(0);
      free += length;
      admitNext();
    });
  }

  function admitNext(): void {
    for (let next = waiting[0]; next && next.length <= free; next = waiting[0]) {
      waiting.shift();
      next.admit(lend(next.length));
    }
  }

  return {
    /** Bytes that are on loan. */
    inUse: () => room - free,

    /** A buffer of that length; 503 when there is none in time. */
    async borrow(length: number): Promise<BorrowedBuffer> {
      if (waiting.length === 0 && length <= free) return lend(length);
      const { promise, resolve, reject } = Promise.withResolvers<BorrowedBuffer>();
      const waiter: Waiter = { length, admit: resolve };
      waiting.push(waiter);
      const timer = setTimeout(() => {
        const place = waiting.indexOf(waiter);
        if (place < 0) return;
        waiting.splice(place, 1);
        // The error handler says it in the words of whoever sent the body.
        reject(Object.assign(new Error('no room for the body in time'), { statusCode: 503 }));
        admitNext();
      }, patience);
      return promise.finally(() => clearTimeout(timer));
    },
  };
}
