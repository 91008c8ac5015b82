import { availableParallelism } from 'node:os';
import { serverMessages } from '@deqiq/contract/shared/errors.ts';
import { hash, hashRaw, verify } from '@node-rs/argon2';
import { unavailable } from './errors.ts';

/** Cost of a hash: memory in KiB, passes over it. */
interface Cost {
  readonly memoryCost: number;
  readonly timeCost: number;
}

/** Argon2id as OWASP advises: 19 MiB, two passes, one lane. */
const OWASP_COST: Cost = { memoryCost: 19_456, timeCost: 2 };

interface HashingOptions {
  /** Hashes computed at a time. */
  readonly concurrency?: number;
  /** Tests that sign many people in use a lower one. */
  readonly cost?: Cost;
}

/** How many sign-ins may wait before the next one is asked to come back. */
const QUEUE = 500;

export type PasswordHasher = ReturnType<typeof passwordHasher>;

/**
 * Hashing that leaves one core to everybody else: at most cores-1 at a time, the rest in a bounded
 * queue, so that a flood of sign-ins cannot stall file reads.
 */
export function passwordHasher({
  concurrency = Math.max(1, availableParallelism() - 1),
  cost = OWASP_COST,
}: HashingOptions = {}) {
  const parameters = { ...cost, parallelism: 1 };
  const waiting: (() => void)[] = [];
  let running = 0;
  let decoy: Promise<string> | undefined;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= concurrency) {
      if (waiting.length >= QUEUE) throw unavailable(serverMessages.busy);
      await new Promise<void>((resume) => waiting.push(resume));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  const hashOf = (password: string) => inTurn(() => hash(password, parameters));

  return {
    hash: hashOf,

    /** 32 bytes for a secret that is looked up by its hash: the same for the same text and salt. */
    derive: (text: string, salt: Uint8Array): Promise<Buffer> =>
      inTurn(() => hashRaw(text, { ...parameters, salt })),

    /** Whether the password fits. Without a stored hash it takes the same time and answers false. */
    async verify(stored: string | undefined, password: string): Promise<boolean> {
      decoy ??= hashOf('no such person');
      const against = stored ?? (await decoy);
      const fits = await inTurn(() => verify(against, password));
      return fits && stored !== undefined;
    },
  };
}

/** The form in which usernames and e-mail addresses are compared: trimmed, without case. */
export const accountKey = (account: string): string =>
  account.trim().normalize('NFC').toLowerCase();
