import { type BorrowedBuffer, loanOf } from './buffer-pool.ts';
import { BodyError } from './read-body.ts';

/** Bytes of large bodies in memory at a time: of all people, and of one who sends more than one. */
const ROOM = 256 * 1024 * 1024;
const MAX_PER_PERSON = { bodies: 2, bytes: 64 * 1024 * 1024 };

/** Milliseconds a body waits for room: less than the silence after which its client is cut off. */
const PATIENCE = 5_000;

interface Waiter {
  readonly person: string;
  readonly length: number;
  readonly admit: (loan: BorrowedBuffer) => void;
}

/**
 * Memory for bodies too large to have many of: each takes as much as it says it is long, and those that do
 * not fit wait in line, unread, until others are done with theirs. A person who has too many of them already
 * waits without holding up the others.
 */
export function largeBodies({ room = ROOM, perPerson = MAX_PER_PERSON, patience = PATIENCE } = {}) {
  const waiting: Waiter[] = [];
  /** What each person has on loan. */
  const loans = new Map<string, { bodies: number; bytes: number }>();
  let free = room;

  /** One body of any length is always allowed: staff's forms may be longer than the bytes of a person. */
  function mayHaveMore({ person, length }: Pick<Waiter, 'person' | 'length'>): boolean {
    const loan = loans.get(person);
    return !loan || (loan.bodies < perPerson.bodies && loan.bytes + length <= perPerson.bytes);
  }

  function lend(person: string, length: number): BorrowedBuffer {
    const { bodies, bytes } = loans.get(person) ?? { bodies: 0, bytes: 0 };
    loans.set(person, { bodies: bodies + 1, bytes: bytes + length });
    free -= length;
    const buffer = Buffer.allocUnsafeSlow(length);
    return loanOf(buffer, () => {
      // Now, not when the garbage collector comes round.
      buffer.buffer.transfer(0);
      takeBack(person, length);
      admitWaiting();
    });
  }

  function takeBack(person: string, length: number): void {
    const { bodies, bytes } = loans.get(person) ?? { bodies: 0, bytes: 0 };
    if (bodies > 1) loans.set(person, { bodies: bodies - 1, bytes: bytes - length });
    else loans.delete(person);
    free += length;
  }

  /** In order, but for those who have too many already; the first that does not fit holds up all behind it. */
  function admitWaiting(): void {
    for (const waiter of [...waiting]) {
      if (!mayHaveMore(waiter)) continue;
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
    async borrow(person: string, length: number): Promise<BorrowedBuffer> {
      const { promise, resolve, reject } = Promise.withResolvers<BorrowedBuffer>();
      const waiter: Waiter = { person, length, admit: resolve };
      waiting.push(waiter);
      admitWaiting();
      const timer = setTimeout(() => {
        const index = waiting.indexOf(waiter);
        if (index < 0) return;
        waiting.splice(index, 1);
        // The error handler finds the words for the status, in the language of the area.
        reject(
          mayHaveMore(waiter)
            ? new BodyError(503, 'no room for the body in time')
            : new BodyError(429, 'too many large bodies of one person'),
        );
        admitWaiting();
      }, patience);
      return promise.finally(() => clearTimeout(timer));
    },
  };
}
