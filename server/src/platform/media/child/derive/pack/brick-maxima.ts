import { type BrickGrid, brickSize, countBricks } from '@deqiq/contract/shared/imaging/bricks.ts';
import { withChecksum } from './checksum.ts';
import type { PixelFormat } from './htj2k.ts';
import type { Pixels } from './levels.ts';

/**
 * The highest pixel of each brick, whose slices come in order, and of the voxels next to it: the viewer interpolates
 * between them. One byte for each, without the lowest bits of the pixels.
 */
export function brickMaxima(
  { width, height, bits }: PixelFormat,
  brick: Pick<BrickGrid, 'brick' | 'brickSlices'>,
) {
  const [across, down, through] = brickSize(brick);
  const [columns, rows] = countBricks({ width, height, slices: 1, ...brick });
  const shift = Math.max(0, bits - 8);
  const layers: Uint8Array[] = [];
  let slices = 0;

  function highest(pixels: Pixels, column: number, row: number): number {
    const right = Math.min(width, (column + 1) * across + 1);
    const bottom = Math.min(height, (row + 1) * down + 1);
    let value = 0;
    for (let y = Math.max(0, row * down - 1); y < bottom; y += 1)
      for (let x = Math.max(0, column * across - 1); x < right; x += 1)
        value = Math.max(value, pixels[y * width + x] ?? 0);
    return value >> shift;
  }

  function raise(layer: number, index: number, value: number): void {
    layers[layer] ??= new Uint8Array(columns * rows);
    const values = layers[layer];
    values[index] = Math.max(values[index] ?? 0, value);
  }

  return {
    add(pixels: Pixels): void {
      // A voxel of the slice before or after may be in another layer.
      const near = [Math.max(0, slices - 1), slices, slices + 1];
      const nearLayers = new Set(near.map((slice) => Math.floor(slice / through)));
      for (let index = 0; index < columns * rows; index += 1) {
        const value = highest(pixels, index % columns, Math.floor(index / columns));
        for (const layer of nearLayers) raise(layer, index, value);
      }
      slices += 1;
    },

    /** The bytes of all bricks, in their order, and the CRC-32 of these bytes. */
    end: (): number[] =>
      Array.from(withChecksum(Buffer.concat(layers.slice(0, Math.ceil(slices / through))))),
  };
}
