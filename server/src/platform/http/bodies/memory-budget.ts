import { createLease, type LeasedBuffer } from './buffer-pool.ts';
import { BodyError } from './read-body.ts';

/** Bytes of large bodies in memory at a time: of all people, and of one who sends more than one. */
const BUDGET = 256 * 1024 * 1024;
const MAX_PER_PERSON = { bodies: 2, bytes: 64 * 1024 * 1024 };

/** Milliseconds a body waits for room: less than the silence after which its client is cut off. */
const WAIT_TIMEOUT = 5_000;

interface Waiter {
  readonly person: string;
  readonly length: number;
  readonly admit: (loan: LeasedBuffer) => void;
}

/**
 * Memory for bodies too large to have many of: each takes as much as it says it is long, and those that do
 * not fit wait in line, unread, until others are done with theirs. A person who has too many of them already
 * waits without holding up the others.
 */
export function memoryBudget({
  room = BUDGET,
  perPerson = MAX_PER_PERSON,
  patience = WAIT_TIMEOUT,
} = {}) {
  const waiting: Waiter[] = [];
  /** What each person has on loan. */
  const leases = new Map<string, { bodies: number; bytes: number }>();
  let free = room;

  /** One body of any length is always allowed: staff's forms may be longer than the bytes of a person. */
  function isWithinShare({ person, length }: Pick<Waiter, 'person' | 'length'>): boolean {
    const loan = leases.get(person);
    return !loan || (loan.bodies < perPerson.bodies && loan.bytes + length <= perPerson.bytes);
  }

  function lend(person: string, length: number): LeasedBuffer {
    const { bodies, bytes } = leases.get(person) ?? { bodies: 0, bytes: 0 };
    leases.set(person, { bodies: bodies + 1, bytes: bytes + length });
    free -= length;
    const buffer = Buffer.allocUnsafeSlow(length);
    return createLease(buffer, () => {
      // Now, not when the garbage collector comes round.
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

  /** In order, but for those who have too many already; the first that does not fit holds up all behind it. */
  function admitWaiting(): void {
    for (const waiter of [...waiting]) {
      if (!isWithinShare(waiter)) continue;
      if (waiter.length > free) return;
      waiting.splice(waiting.indexOf(waiter), 1);
      waiter.admit(lend(waiter.person, waiter.length));
    }
  }

  return {
    /** Bytes that are on loan. */
    inUse: () => room - free,

    /**
     * A buffer of that length for a body of that person. In time there may be none: 429 for a person who has
     * too many already, else 503.
     */
    async lease(person: string, length: number): Promise<LeasedBuffer> {
      const { promise, resolve, reject } = Promise.withResolvers<LeasedBuffer>();
      const waiter: Waiter = { person, length, admit: resolve };
      waiting.push(waiter);
      admitWaiting();
      const timer = setTimeout(() => {
        const index = waiting.indexOf(waiter);
        if (index < 0) return;
        waiting.splice(index, 1);
        // The error handler finds the words for the status, in the language of the area.
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
