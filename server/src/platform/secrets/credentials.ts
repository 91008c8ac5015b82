import { availableParallelism } from 'node:os';
import * as serverMessages from '@deqiq/messages/shared/server.js';
import { hash, hashRaw, verify } from '@node-rs/argon2';
import { unavailable } from '../errors.ts';
import { cachedResult } from '../queues/concurrency.ts';
import { fairQueue, QueueFullError } from '../queues/fair-queue.ts';

/** Cost of a hash: memory in KiB, and passes over it. */
interface Cost {
  readonly memoryCost: number;
  readonly timeCost: number;
}

/** Argon2id as OWASP advises: 19 MiB, two passes, one lane. */
const OWASP_COST: Cost = { memoryCost: 19_456, timeCost: 2 };

interface HashingOptions {
  /** Max hashes computed at a time. */
  readonly concurrency?: number;
  /** Tests that sign many people in use a lower one. */
  readonly cost?: Cost;
}

/** Max waiting sign-ins of one network, and in total; further ones get a 503. */
const MAX_WAITING_PER_CLIENT = 100;
const MAX_WAITING = 2_000;

export type PasswordHasher = ReturnType<typeof passwordHasher>;

/** Hashes on at most cores-1 threads, with a bounded queue that networks share in turn: no flood stalls file reads. */
export function passwordHasher({
  concurrency = Math.max(1, availableParallelism() - 1),
  cost = OWASP_COST,
}: HashingOptions = {}) {
  const parameters = { ...cost, parallelism: 1 };
  const queue = fairQueue({
    concurrency,
    concurrencyPerClient: concurrency,
    maxWaitingPerClient: MAX_WAITING_PER_CLIENT,
    maxWaiting: MAX_WAITING,
  });

  async function schedule<T>(work: () => Promise<T>, client = ''): Promise<T> {
    try {
      return await queue.run(client, work);
    } catch (error) {
      if (error instanceof QueueFullError) throw unavailable(serverMessages.busy());
      throw error;
    }
  }

  const hashPassword = (password: string) => schedule(() => hash(password, parameters));
  const decoy = cachedResult(() => hashPassword('no such person'));

  return {
    hash: hashPassword,

    /** A hash of 32 bytes that is equal for equal text and salt, for secrets that are looked up by their hash. */
    derive: (text: string, salt: Uint8Array): Promise<Buffer> =>
      schedule(() => hashRaw(text, { ...parameters, salt })),

    /** Whether the password matches; false, after the same time, without a stored hash. `network`: of the request. */
    async verify(stored: string | undefined, password: string, network?: string): Promise<boolean> {
      const against = stored ?? (await decoy());
      const isMatch = await schedule(() => verify(against, password), network);
      return isMatch && stored !== undefined;
    },
  };
}

/** The form in which usernames and e-mail addresses are compared: trimmed, without case. */
export const accountKey = (account: string): string =>
  account.trim().normalize('NFC').toLowerCase();
