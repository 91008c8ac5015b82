import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { BodyBudget } from './memory/body-budget.ts';

/** A body that cannot be read. The error handler chooses the message. */
export class BodyError extends Error {
  readonly statusCode: 400 | 413 | 429 | 503;

  constructor(statusCode: 400 | 413 | 429 | 503, message: string) {
    super(message);
    this.name = 'BodyError';
    this.statusCode = statusCode;
  }
}

/**
 * Reads the whole body, at most `limit` bytes: into a leased buffer, of which it returns a view, or in pieces that a
 * budget counts. Rejects with BodyError if the body is too large or evicted; the rest then stays unread.
 */
export function readBody(
  raw: IncomingMessage,
  limit: number,
  to: { readonly buffer: Buffer } | { readonly budget: BodyBudget },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    // An injected request of a test has its own buffers.
    const isOurs = raw.socket instanceof Socket;
    let length = 0;
    const into = 'buffer' in to ? to.buffer : undefined;

    const stop = (error: BodyError | undefined) => {
      counted?.end();
      raw.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut);
      if (!error) resolve(into ? into.subarray(0, length) : Buffer.concat(pieces, length));
      else {
        raw.pause();
        reject(error);
      }
    };
    const onData = (piece: Buffer) => {
      if (length + piece.length > limit) return stop(new BodyError(413, 'the body is too large'));
      const before = length;
      length += piece.length;
      if (!into) {
        pieces.push(piece);
        counted?.add(piece.length);
        return;
      }
      piece.copy(into, before);
      if (isOurs) freeMemory(piece);
    };
    const onEnd = () => stop(undefined);
    const onCut = () => stop(new BodyError(400, 'the body was cut off'));

    if (Number(raw.headers['content-length'] ?? 0) > limit)
      return reject(new BodyError(413, 'the body is too large'));
    if (raw.destroyed) return reject(new BodyError(400, 'the body was cut off'));
    const counted =
      'budget' in to
        ? to.budget.begin(() => stop(new BodyError(503, 'too many bodies arrive at a time')))
        : undefined;
    raw.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut);
  });
}

/**
 * Frees a piece immediately. Left to the garbage collector, the pieces of every 32 MiB cost one collection of
 * the whole heap: more than half of an upload's processor time. Frees only buffers that the HTTP parser
 * allocated for this piece, never a view into a larger one.
 */
function freeMemory(piece: Buffer): void {
  const { buffer } = piece;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === piece.length) buffer.transfer(0);
}

/** Milliseconds for which the rest of a body is read after an error, so that the client reads the response. */
const DRAIN_MILLISECONDS = 1_000;

/** Resolves when the rest of the body is read, or when it is longer than `max` bytes or too slow to wait for. */
export function drain(raw: IncomingMessage, max: number): Promise<void> {
  return new Promise((resolve) => {
    let length = 0;
    const stop = () => {
      clearTimeout(timer);
      raw.off('data', onData).off('end', stop).off('error', stop).off('close', stop);
      raw.pause();
      resolve();
    };
    const onData = (piece: Buffer) => {
      length += piece.length;
      if (length > max) stop();
    };
    const timer = setTimeout(stop, DRAIN_MILLISECONDS);
    if (raw.destroyed || Number(raw.headers['content-length'] ?? 0) > max) return stop();
    raw.on('data', onData).on('end', stop).on('error', stop).on('close', stop);
    raw.resume();
  });
}
