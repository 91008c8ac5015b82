import { brickBox, countBricks, eachBrickRow } from '@deqiq/contract/shared/imaging/bricks.ts';
import type { EmitPart } from '../emit.ts';
import { withChecksum } from './checksum.ts';
import { encodeHtj2k, type PixelFormat } from './htj2k.ts';
import type { LevelWriter, Pixels } from './levels.ts';

/** Voxels along an edge. Bricks of 64 take 4 % fewer bytes, but a plane needs twice as many. */
const SIDE = 32;

/** Bricks are narrow and very high: more decompositions than their width allows pay off. */
const DECOMPOSITIONS = 5;

/** Pixels of one layer of bricks that are kept in memory: 32 slices of 1,280 × 1,280. */
const MAX_LAYER = 1280 ** 2 * SIDE;

/** Whether a volume is stored in bricks; otherwise slice by slice. */
export const fitsBricks = ({ width, height }: PixelFormat): boolean =>
  width * height * SIDE <= MAX_LAYER;

/** Encodes the full level of a volume without loss, with one layer of bricks in memory. */
export function brickWriter(format: PixelFormat, emit: EmitPart): LevelWriter {
  const { width, height } = format;
  const layer = new (format.bits > 8 ? Uint16Array : Uint8Array)(width * height * SIDE);
  const lengths: number[] = [];
  let slices = 0;

  async function flush(depth: number): Promise<void> {
    const grid = { width, height, slices: depth, brick: SIDE };
    const [columns, rows] = countBricks(grid);
    for (let index = 0; index < columns * rows; index += 1) {
      const encoded = await encodeBrick(layer, grid, index, format);
      lengths.push(encoded.length);
      await emit('l2', encoded);
    }
  }

  return {
    async add(pixels) {
      layer.set(pixels, (slices % SIDE) * width * height);
      slices += 1;
      if (slices % SIDE === 0) await flush(SIDE);
    },
    async end() {
      if (slices % SIDE > 0) await flush(slices % SIDE);
      const size = { width, height, slices };
      return { name: 'l2', scale: 1, ...size, isLossless: true, brick: SIDE, lengths };
    },
  };
}

async function encodeBrick(
  layer: Pixels,
  grid: Parameters<typeof brickBox>[0],
  index: number,
  format: PixelFormat,
): Promise<Uint8Array> {
  const [width, height, depth] = brickBox(grid, index).size;
  const pixels = new (format.bits > 8 ? Uint16Array : Uint8Array)(width * height * depth);
  eachBrickRow(grid, index, (inPicture, inSlices) =>
    pixels.set(layer.subarray(inSlices, inSlices + width), inPicture),
  );
  const encoded = await encodeHtj2k(
    pixels,
    { ...format, width, height: height * depth },
    { quantizationStep: 0, hasResolutionLengths: false, decompositions: DECOMPOSITIONS },
  );
  return withChecksum(encoded);
}
