import { pipeline } from 'node:stream';
import { createInflateRaw, type InflateRaw } from 'node:zlib';
import type { InstanceLocation } from '../../../../../platform/media/dicom-index.ts';
import type { ReadableObject } from '../../../../../platform/storage/storage.ts';

/** Bytes of one read. */
const PIECE = 256 * 1024;

async function* readRange(
  object: ReadableObject,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  for (let position = start; position < end; ) {
    const buffer = Buffer.allocUnsafe(Math.min(PIECE, end - position));
    const read = await object.read(buffer, position);
    if (read === 0) throw new Error(`the file ends at ${position} instead of ${end}`);
    position += read;
    yield buffer.subarray(0, read);
  }
}

export interface InstanceReader {
  /** Bytes from `start` up to but not including `end`. Throws where the stored file is too short. */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
  close(): void;
}

/** Ranges in ascending order are inflated in one pass: a request may name all frames of a large file. */
export function instanceReader(object: ReadableObject, location: InstanceLocation): InstanceReader {
  const { offset, length, isDeflated } = location;
  if (!isDeflated)
    return {
      read: (start, end) => readRange(object, offset + start, offset + end),
      close: () => undefined,
    };
  let inflate: InflateRaw | undefined;
  let pieces: AsyncIterator<Buffer> | undefined;
  let piece: Buffer = Buffer.alloc(0);
  /** Where `piece` begins. */
  let position = 0;

  function begin(): AsyncIterator<Buffer> {
    inflate?.destroy();
    inflate = createInflateRaw({ chunkSize: PIECE });
    // Its reader receives its errors.
    pipeline(readRange(object, offset, offset + length), inflate, () => undefined);
    [piece, position] = [Buffer.alloc(0), 0];
    return inflate[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  async function* read(start: number, end: number): AsyncGenerator<Uint8Array> {
    const source = pieces && start >= position ? pieces : begin();
    pieces = source;
    while (position < end) {
      const from = Math.max(start - position, 0);
      const to = Math.min(end - position, piece.length);
      const wanted = piece.subarray(from, to);
      const taken = Math.max(to, 0);
      piece = piece.subarray(taken);
      position += taken;
      if (wanted.length > 0) yield wanted;
      if (position >= end) return;
      const next = await source.next();
      if (next.done) throw new Error(`the entry ends at ${position} instead of ${end}`);
      piece = next.value;
    }
  }

  return { read, close: () => void inflate?.destroy() };
}
