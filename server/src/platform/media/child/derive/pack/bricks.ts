import { addHeader, readHeader } from '@deqiq/contract/shared/imaging/brick-header.ts';
import {
  type BrickGrid,
  brickPicture,
  countBricks,
  eachBrickRow,
} from '@deqiq/contract/shared/imaging/bricks.ts';
import type { EmitPart } from '../emit.ts';
import type { Geometry } from '../volume-grid.ts';
import { brickMaxima } from './brick-maxima.ts';
import { withChecksum } from './checksum.ts';
import { encodeHtj2k, type PixelFormat } from './htj2k.ts';
import type { LevelWriter, Pixels } from './levels.ts';

/** Voxels along an edge. Bricks of 64 take 4 % fewer bytes, but a plane needs twice as many. */
const SIDE = 32;

/** Thick slices in a brick: a plane along them needs a third of the bytes, an oblique one two thirds. */
const THICK = { ratio: 1.5, slices: 10 } as const;

/** Bricks are narrow and very high: more decompositions than their width allows and high code blocks pay off. */
const TALL = { decompositions: 5, blocks: { width: 16, height: 256 } } as const;

/** Pixels of one layer of bricks that are kept in memory: 32 slices of 1,280 × 1,280. */
const MAX_LAYER = 1280 ** 2 * SIDE;

/** Whether a volume is stored in bricks; otherwise slice by slice. */
export const fitsBricks = ({ width, height }: PixelFormat): boolean =>
  width * height * SIDE <= MAX_LAYER;

/** Slices of a brick. `spacing`: millimetres between columns, rows and slices. */
export const chooseDepth = ([across, , through]: Geometry['spacing']): number =>
  through >= across * THICK.ratio ? THICK.slices : SIDE;

/** Encodes the full level of a volume without loss, with one layer of bricks of so many slices in memory. */
export function brickWriter(format: PixelFormat, depth: number, emit: EmitPart): LevelWriter {
  const { width, height } = format;
  const brick = { brick: SIDE, ...(depth !== SIDE && { brickSlices: depth }) };
  const layer = new (format.bits > 8 ? Uint16Array : Uint8Array)(width * height * depth);
  const maxima = brickMaxima(format, brick);
  const lengths: number[] = [];
  let header: Uint8Array | undefined;
  let slices = 0;

  async function flush(count: number): Promise<void> {
    const grid = { width, height, slices: count, ...brick };
    const [columns, rows] = countBricks(grid);
    for (let index = 0; index < columns * rows; index += 1) {
      const picture = { ...format, ...brickPicture(grid, index) };
      const encoded = withChecksum(await encodeBrick(layer, grid, index, picture));
      header ??= readHeader(encoded);
      const stored = encoded.subarray(header.length);
      if (Buffer.compare(addHeader(header, stored, picture), encoded) !== 0)
        throw new Error('the header of a brick differs from that of the first');
      lengths.push(stored.length);
      await emit('l2', stored);
    }
  }

  return {
    async add(pixels) {
      maxima.add(pixels);
      layer.set(pixels, (slices % depth) * width * height);
      slices += 1;
      if (slices % depth === 0) await flush(depth);
    },
    async end() {
      if (slices % depth > 0) await flush(slices % depth);
      const size = { width, height, slices };
      return {
        name: 'l2',
        scale: 1,
        ...size,
        isLossless: true,
        ...brick,
        brickHeader: header && Array.from(header),
        brickMaxima: maxima.end(),
        lengths,
      };
    },
  };
}

async function encodeBrick(
  layer: Pixels,
  grid: BrickGrid,
  index: number,
  picture: PixelFormat,
): Promise<Uint8Array> {
  const { width, height, bits } = picture;
  const pixels = new (bits > 8 ? Uint16Array : Uint8Array)(width * height);
  eachBrickRow(grid, index, (inPicture, inSlices) =>
    pixels.set(layer.subarray(inSlices, inSlices + width), inPicture),
  );
  return await encodeHtj2k(pixels, picture, {
    quantizationStep: 0,
    hasResolutionLengths: false,
    ...TALL,
  });
}
