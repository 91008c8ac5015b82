import { addHeader } from '@deqiq/contract/shared/imaging/brick-header.ts';
import { type BrickGrid, brickPicture } from '@deqiq/contract/shared/imaging/bricks.ts';
import type { PixelArray } from '../../level.ts';
import { streamBytes } from '../byte-stream.ts';
import { verifyChecksum } from '../checksum.ts';
import type { LoadContext } from '../load-context.ts';
import { PictureError } from '../picture-error.ts';

interface BrickObject {
  readonly grid: BrickGrid;
  /** Where each brick begins; the last one is the length of the object. */
  readonly offsets: readonly number[];
  /** The first bytes of each codestream; undefined where the object has them. */
  readonly header: Uint8Array | undefined;
  /** Receives each brick, as its picture was decoded. */
  readonly put: (index: number, pixels: PixelArray) => void;
}

/** Fetches neighbouring bricks, from the first index to the one before `end`. One request. */
export async function fetchBricks(
  { grid, offsets, header, put }: BrickObject,
  [first, end]: readonly [number, number],
  { source, decoder, metadata, signal }: LoadContext,
  onBytes: (count: number) => void,
): Promise<void> {
  const start = offsets[first] ?? 0;
  const total = offsets[end] ?? 0;
  const bytes = new Uint8Array(total - start);
  let received = 0;
  for await (const chunk of streamBytes(source, 'l2', { start, total, isPart: true, signal })) {
    bytes.set(chunk, received);
    received += chunk.length;
    onBytes(chunk.length);
  }
  for (let index = first; index < end; index += 1) {
    const stored = bytes.subarray((offsets[index] ?? 0) - start, (offsets[index + 1] ?? 0) - start);
    const size = brickPicture(grid, index);
    const codestream = verifyChecksum(header ? addHeader(header, stored, size) : stored);
    const lengths = [codestream.length];
    const picture = { bytes: codestream, lengths, ...size, channels: 1, discarded: 0 } as const;
    const pixels = await decoder.decode(picture, signal);
    signal.throwIfAborted();
    put(index, toValues(pixels, size.width * size.height, metadata.bits));
  }
}

function toValues(bytes: ArrayBuffer, count: number, bits: number): PixelArray {
  if (bytes.byteLength !== count * (bits > 8 ? 2 : 1)) throw new PictureError('damaged');
  return bits > 8 ? new Uint16Array(bytes) : new Uint8Array(bytes);
}
