import type { ServerResponse } from 'node:http';
import type { StoredObject } from '../../storage/storage.ts';

/** Bytes of one buffer while few files are being sent, and while many are: memory stays bounded. */
const LARGE = 262_144;
const SMALL = 65_536;
const FEW = 32;

/**
 * Milliseconds after which a client that takes nothing is cut off, twice as many at most: Node looks a second
 * time when part of a write had left at first. It may go on with Range.
 */
const PATIENCE = 30_000;

/** A file that ended before its promised length. */
export class ShortFileError extends Error {}

interface Slot {
  readonly buffer: Buffer;
  busy: boolean;
}

const idle: Slot[][] = [];
let sending = 0;

/**
 * Sends bytes `start` up to but not including `end` and ends the answer: one buffer is filled while the
 * other one leaves. Resolves when the client has hung up, too, or is cut off because it takes nothing any
 * more. Rejects with ShortFileError, the answer destroyed, rather than ending one that is too short.
 */
export async function sendBytes(
  response: ServerResponse,
  object: StoredObject,
  start: number,
  end: number,
  patience = PATIENCE,
): Promise<void> {
  sending += 1;
  const slots = (sending <= FEW ? idle.pop() : undefined) ?? pairOf(sending <= FEW ? LARGE : SMALL);
  let closed = response.destroyed;
  let wake = () => {};
  const onClose = () => {
    closed = true;
    wake();
  };
  response.once('close', onClose);
  response.setTimeout(patience, () => response.destroy());

  const free = async (slot: Slot) => {
    while (slot.busy && !closed) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const write = (slot: Slot, length: number) => {
    slot.busy = true;
    response.write(slot.buffer.subarray(0, length), () => {
      slot.busy = false;
      wake();
    });
  };

  try {
    let position = start;
    for (let turn = 0; position < end && !closed; turn += 1) {
      const slot = slots[turn % slots.length] as Slot;
      await free(slot);
      if (closed) break;
      const most = Math.min(slot.buffer.length, end - position);
      const read = await object.read(slot.buffer.subarray(0, most), position);
      if (read === 0) throw new ShortFileError(`the file ends at ${position} instead of ${end}`);
      position += read;
      if (!closed) write(slot, read);
    }
    for (const slot of slots) await free(slot);
    if (!closed) response.end();
  } catch (error) {
    response.destroy();
    throw error;
  } finally {
    response.off('close', onClose);
    sending -= 1;
    // A buffer the system may still be reading from is left to the garbage collector.
    if (slots.every((slot) => !slot.busy && slot.buffer.length === LARGE)) idle.push(slots);
  }
}

const pairOf = (size: number): Slot[] =>
  Array.from({ length: 2 }, () => ({ buffer: Buffer.allocUnsafeSlow(size), busy: false }));
