import { addHeader } from '@deqiq/contract/shared/imaging/brick-header.ts';
import { type BrickGrid, brickPicture } from '@deqiq/contract/shared/imaging/bricks.ts';
import type { PixelArray } from '../../level.ts';
import { verifyChecksum } from '../checksum.ts';
import type { LoadContext } from '../load-context.ts';
import { PictureError } from '../picture-error.ts';
import { type PieceRange, readPieces } from './read-pieces.ts';

interface BrickObject {
  readonly grid: BrickGrid;
  /** Where each brick begins; the last one is the length of the object. */
  readonly offsets: readonly number[];
  /** The first bytes of each codestream; undefined where the object has them. */
  readonly header: Uint8Array | undefined;
  /** Receives each brick, as its picture was decoded. */
  readonly put: (index: number, pixels: PixelArray) => void;
}

/** Fetches bricks, given by ascending indices, with one request. Each is put as soon as it has arrived. */
export async function fetchBricks(
  { grid, offsets, header, put }: BrickObject,
  indices: readonly number[],
  { source, decoder, metadata, signal }: LoadContext,
): Promise<void> {
  const ranges = joinNeighbours(offsets, indices);
  const response = await source.fetch('l2', {
    ranges: ranges.map(({ start, end }) => [start, end]),
    signal,
  });
  const decoding: Promise<void>[] = [];
  try {
    for await (const stored of readPieces(response, ranges, signal)) {
      const decoded = decode(indices[decoding.length] ?? 0, stored);
      // Its error is thrown below.
      decoded.catch(() => undefined);
      decoding.push(decoded);
    }
  } finally {
    // A brick that is still being decoded must not be requested again.
    await Promise.allSettled(decoding);
  }
  await Promise.all(decoding);

  async function decode(index: number, stored: Uint8Array): Promise<void> {
    const size = brickPicture(grid, index);
    const codestream = verifyChecksum(header ? addHeader(header, stored, size) : stored);
    const lengths = [codestream.length];
    const picture = { bytes: codestream, lengths, ...size, channels: 1, discarded: 0 } as const;
    const pixels = await decoder.decode(picture, signal);
    signal.throwIfAborted();
    put(index, toValues(pixels, size.width * size.height, metadata.bits));
  }
}

function joinNeighbours(offsets: readonly number[], indices: readonly number[]): PieceRange[] {
  const ranges: { start: number; end: number; lengths: number[] }[] = [];
  for (const index of indices) {
    const start = offsets[index] ?? 0;
    const end = offsets[index + 1] ?? start;
    const last = ranges.at(-1);
    if (last?.end === start) {
      last.end = end;
      last.lengths.push(end - start);
    } else ranges.push({ start, end, lengths: [end - start] });
  }
  return ranges;
}

function toValues(bytes: ArrayBuffer, count: number, bits: number): PixelArray {
  if (bytes.byteLength !== count * (bits > 8 ? 2 : 1)) throw new PictureError('damaged');
  return bits > 8 ? new Uint16Array(bytes) : new Uint8Array(bytes);
}
