import { genericMessages } from '@deqiq/contract/shared/errors.ts';
import { MAX_FILE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { AppError, TooManyError, unavailable } from '../../../../platform/errors.ts';
import { clientNetwork } from '../../../../platform/http/connections/address.ts';
import type { Actor, Sender } from '../../../../platform/http/identity.ts';
import { QueueFullError } from '../../../../platform/queues/fair-queue.ts';
import type { PeerName } from '../../../../platform/queues/receiving-slots.ts';
import { DAY } from '../../../../platform/time.ts';

/** Requests that are read at a time, with at most 3 MiB of memory each. */
export const SLOTS = {
  slots: 16,
  slotsPerAddress: 8,
  slotsPerSender: 4,
  maxWaitingPerSender: 16,
  maxWaiting: 256,
  minWait: 30_000,
};

/** Milliseconds that a request waits for a slot, less than the intake process waits for an answer. */
const MAX_SLOT_WAIT = 30_000;

/** Parts of a request, those that are no DICOM files, and bytes of one sender in a day: ten times a busy centre. */
export const MAX_PARTS = 5_000;
export const MAX_UNREADABLE_PARTS = 100;
export const MAX_DAILY_BYTES = 256 * 2 ** 30;

/** Senders whose bytes are counted; the one that was seen first is forgotten first. */
const MAX_SENDERS = 2_000;

/** The intake process sends for many machines: each is a sender of its own. */
export function nameSender({
  actor,
  sender,
  address,
}: {
  readonly actor: Actor | null;
  readonly sender: Sender | null;
  readonly address: string;
}): PeerName {
  const machine = sender?.device?.id ?? `title ${sender?.aeTitle}`;
  return { sender: actor?.personId ?? machine, address: clientNetwork(address).host };
}

/** Runs what waits for a slot; 503 where there is none in time. */
export async function waitForSlot<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(MAX_SLOT_WAIT);
  try {
    return await run(signal);
  } catch (error) {
    if (error instanceof QueueFullError || error === signal.reason)
      throw unavailable(genericMessages.unavailable());
    throw error;
  }
}

const tooLarge = () => new AppError('too-large', 413, genericMessages['too-large']());

export function assertPartsWithin(count: number, unreadable: number): void {
  if (count > MAX_PARTS || unreadable > MAX_UNREADABLE_PARTS) throw tooLarge();
}

/** The bytes of a part; 413 above the limit: a CBCT of 1,000 slices of 1,000 x 1,000 pixels in one file is 2 GB. */
export async function* limitInstance(
  chunks: AsyncIterable<Buffer>,
  max = MAX_FILE_SIZE,
): AsyncGenerator<Buffer> {
  let total = 0;
  for await (const chunk of chunks) {
    total += chunk.length;
    if (total > max) throw tooLarge();
    yield chunk;
  }
}

/** Counts what each sender sends in a day, in the memory of this process. */
export function dailyAllowance(now: () => number, max = MAX_DAILY_BYTES) {
  const days = new Map<string, { readonly since: number; bytes: number }>();

  function findDay(sender: string) {
    const day = days.get(sender);
    if (day && now() - day.since < DAY) return day;
    const next = { since: now(), bytes: 0 };
    days.delete(sender);
    days.set(sender, next);
    const [oldest] = days.keys();
    if (days.size > MAX_SENDERS && oldest !== undefined) days.delete(oldest);
    return next;
  }

  return {
    /** The bytes of a request; throws 429 where the sender has sent too many today. */
    async *spend(sender: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        const day = findDay(sender);
        day.bytes += chunk.length;
        if (day.bytes > max)
          throw new TooManyError(genericMessages['too-many'](), day.since + DAY - now());
        yield chunk;
      }
    },
  };
}
