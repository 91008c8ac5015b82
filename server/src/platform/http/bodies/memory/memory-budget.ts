import { BodyError } from '../read-body.ts';
import { createLease, type LeasedBuffer } from './buffer-pool.ts';

/** Bytes of large bodies in memory: of all clients, and of one that sends several. */
const BUDGET = 256 * 1024 * 1024;
const MAX_PER_PERSON = { bodies: 2, bytes: 64 * 1024 * 1024 };

/** Milliseconds a body waits for memory: less than the timeout of a silent client. */
const WAIT_TIMEOUT = 5_000;

interface Waiter {
  readonly person: string;
  readonly length: number;
  readonly admit: (lease: LeasedBuffer) => void;
}

/** Bounds memory of large bodies. Those that do not fit wait unread; a client above its share blocks no other. */
export function memoryBudget({
  room = BUDGET,
  perPerson = MAX_PER_PERSON,
  patience = WAIT_TIMEOUT,
} = {}) {
  const waiting: Waiter[] = [];
  /** Leases of each client. */
  const leases = new Map<string, { bodies: number; bytes: number }>();
  let free = room;

  /** One body of any length is always allowed: forms of staff may exceed the share of a client. */
  function isWithinShare({ person, length }: Pick<Waiter, 'person' | 'length'>): boolean {
    const lease = leases.get(person);
    return !lease || (lease.bodies < perPerson.bodies && lease.bytes + length <= perPerson.bytes);
  }

  function lend(person: string, length: number): LeasedBuffer {
    const { bodies, bytes } = leases.get(person) ?? { bodies: 0, bytes: 0 };
    leases.set(person, { bodies: bodies + 1, bytes: bytes + length });
    free -= length;
    const buffer = Buffer.allocUnsafeSlow(length);
    return createLease(buffer, () => {
      // Frees the memory now, not at the next garbage collection.
      buffer.buffer.transfer(0);
      reclaim(person, length);
      admitWaiting();
    });
  }

  function reclaim(person: string, length: number): void {
    const { bodies, bytes } = leases.get(person) ?? { bodies: 0, bytes: 0 };
    if (bodies > 1) leases.set(person, { bodies: bodies - 1, bytes: bytes - length });
    else leases.delete(person);
    free += length;
  }

  /** In order, except for clients above their share; the first body that does not fit blocks those behind it. */
  function admitWaiting(): void {
    for (const waiter of [...waiting]) {
      if (!isWithinShare(waiter)) continue;
      if (waiter.length > free) return;
      waiting.splice(waiting.indexOf(waiter), 1);
      waiter.admit(lend(waiter.person, waiter.length));
    }
  }

  return {
    /** Leased bytes. */
    inUse: () => room - free,

    /** A buffer of that length. After the timeout: 429 for a client above its share, else 503. */
    async lease(person: string, length: number): Promise<LeasedBuffer> {
      const { promise, resolve, reject } = Promise.withResolvers<LeasedBuffer>();
      const waiter: Waiter = { person, length, admit: resolve };
      waiting.push(waiter);
      admitWaiting();
      const timer = setTimeout(() => {
        const index = waiting.indexOf(waiter);
        if (index < 0) return;
        waiting.splice(index, 1);
        reject(
          isWithinShare(waiter)
            ? new BodyError(503, 'no room for the body in time')
            : new BodyError(429, 'too many large bodies of one person'),
        );
        admitWaiting();
      }, patience);
      return promise.finally(() => clearTimeout(timer));
    },
  };
}
