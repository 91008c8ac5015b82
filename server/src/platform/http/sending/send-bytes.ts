import type { ServerResponse } from 'node:http';
import type { ReadableObject } from '../../storage/storage.ts';

/** Bytes per buffer while few files are sent, and while many are, so that memory stays bounded. */
const LARGE_BUFFER = 262_144;
const SMALL_BUFFER = 65_536;
const MAX_LARGE_BUFFERS = 32;

/** Milliseconds until a client that reads nothing is disconnected; Node may take twice as long. Range can resume. */
const IDLE_TIMEOUT = 30_000;

/** A file that ended before its promised length. */
export class ShortFileError extends Error {}

interface SendBuffer {
  readonly buffer: Buffer;
  isBusy: boolean;
}

const idle: SendBuffer[][] = [];
let sending = 0;

interface Sending {
  readonly start: number;
  /** Not included. */
  readonly end: number;
  /** Writes the headers, after the first bytes were read: a store that is away becomes an error response. */
  readonly begin: () => void;
  readonly idleTimeout?: number;
}

/**
 * Sends bytes from `start` up to but not including `end`, and ends the response. One buffer is filled while the other is
 * sent. Also resolves if the client disconnects or is disconnected for not reading. Rejects where the object cannot be
 * read, with ShortFileError where it is too short; then the response is destroyed if it has headers.
 */
export async function sendBytes(
  response: ServerResponse,
  object: ReadableObject,
  { start, end, begin, idleTimeout = IDLE_TIMEOUT }: Sending,
): Promise<void> {
  sending += 1;
  const buffers =
    (sending <= MAX_LARGE_BUFFERS ? idle.pop() : undefined) ??
    allocatePair(sending <= MAX_LARGE_BUFFERS ? LARGE_BUFFER : SMALL_BUFFER);
  let isClosed = response.destroyed;
  let wake = () => {};
  const onClose = () => {
    isClosed = true;
    wake();
  };
  response.once('close', onClose);

  const beginOnce = () => {
    if (response.headersSent) return;
    response.setTimeout(idleTimeout, () => response.destroy());
    begin();
  };
  const free = async (current: SendBuffer) => {
    while (current.isBusy && !isClosed) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const write = (slot: SendBuffer, length: number) => {
    slot.isBusy = true;
    response.write(slot.buffer.subarray(0, length), () => {
      slot.isBusy = false;
      wake();
    });
  };

  try {
    let position = start;
    for (let index = 0; position < end && !isClosed; index += 1) {
      const slot = buffers[index % buffers.length] as SendBuffer;
      await free(slot);
      if (isClosed) break;
      const length = Math.min(slot.buffer.length, end - position);
      const read = await object.read(slot.buffer.subarray(0, length), position);
      if (read === 0) throw new ShortFileError(`the file ends at ${position} instead of ${end}`);
      position += read;
      if (isClosed) break;
      beginOnce();
      write(slot, read);
    }
    for (const slot of buffers) await free(slot);
    if (isClosed) return;
    beginOnce();
    response.end();
  } catch (error) {
    if (response.headersSent) response.destroy();
    throw error;
  } finally {
    response.off('close', onClose);
    sending -= 1;
    // A buffer that the system may still read is not reused.
    if (buffers.every((slot) => !slot.isBusy && slot.buffer.length === LARGE_BUFFER))
      idle.push(buffers);
  }
}

const allocatePair = (size: number): SendBuffer[] =>
  Array.from({ length: 2 }, () => ({ buffer: Buffer.allocUnsafeSlow(size), isBusy: false }));
