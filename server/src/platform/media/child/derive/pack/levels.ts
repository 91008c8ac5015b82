import type { PackLevel } from '@deqiq/contract/shared/imaging/derivatives.ts';
import type { EmitPart } from '../emit.ts';
import { withChecksum } from './checksum.ts';
import { encodeHtj2k, type PixelFormat } from './htj2k.ts';

export type Pixels = Uint8Array | Uint16Array;

/** Receives slices in order and emits one level of a pack. */
export interface LevelWriter {
  add(pixels: Pixels): Promise<void>;
  /** Emits what is left and returns the level. */
  end(): Promise<PackLevel>;
}

interface LevelOptions {
  readonly name: PackLevel['name'];
  readonly scale: number;
  readonly format: PixelFormat;
  /** A part of the full range; 0 is lossless. */
  readonly quantizationStep: number;
  /** Costs some 100 bytes per codestream. */
  readonly hasResolutionLengths: boolean;
  readonly emit: EmitPart;
}

/** Encodes each slice unchanged. */
export function levelWriter(options: LevelOptions): LevelWriter {
  const { name, scale, format, quantizationStep, hasResolutionLengths, emit } = options;
  const lengths: number[] = [];
  return {
    async add(pixels) {
      const encoded = await encodeHtj2k(pixels, format, { quantizationStep, hasResolutionLengths });
      // A picture is read in parts, whose checksum would be that of the whole.
      const bytes = hasResolutionLengths ? encoded : withChecksum(encoded);
      lengths.push(bytes.length);
      await emit(name, bytes);
    },
    end: () => {
      const { width, height } = format;
      const slices = lengths.length;
      const isLossless = quantizationStep === 0;
      const hasChecksums = !hasResolutionLengths;
      return Promise.resolve({
        name,
        scale,
        width,
        height,
        slices,
        isLossless,
        lengths,
        ...(hasChecksums && { hasChecksums }),
      });
    },
  };
}

/**
 * Halves slices in each direction and passes them on: the mean of 2 × 2 pixels of `depth` slices (2 in a volume, 1 in
 * a stack). At odd edges the mean of the pixels that exist.
 */
export function halve(
  { width, height, channels, bits }: PixelFormat,
  depth: 1 | 2,
  next: (pixels: Pixels, format: PixelFormat) => Promise<void>,
) {
  const half = halveFormat({ width, height, channels, bits });
  const rowLength = half.width * channels;
  const sums = new Uint32Array(rowLength * half.height);
  const counts = new Uint32Array(rowLength * half.height);
  let added = 0;

  async function flush(): Promise<void> {
    const pixels = new (bits > 8 ? Uint16Array : Uint8Array)(sums.length);
    for (let index = 0; index < sums.length; index += 1)
      pixels[index] = Math.round((sums[index] ?? 0) / (counts[index] || 1));
    sums.fill(0);
    counts.fill(0);
    added = 0;
    await next(pixels, half);
  }

  return {
    async add(pixels: Pixels): Promise<void> {
      let from = 0;
      for (let y = 0; y < height; y += 1) {
        const row = (y >> 1) * rowLength;
        for (let x = 0; x < width; x += 1)
          for (let channel = 0; channel < channels; channel += 1) {
            const to = row + (x >> 1) * channels + channel;
            sums[to] = (sums[to] ?? 0) + (pixels[from] ?? 0);
            counts[to] = (counts[to] ?? 0) + 1;
            from += 1;
          }
      }
      added += 1;
      if (added === depth) await flush();
    },
    async end(): Promise<void> {
      if (added > 0) await flush();
    },
  };
}

/** The format of the next smaller level; odd sides are rounded up. */
export const halveFormat = (format: PixelFormat): PixelFormat => ({
  ...format,
  width: Math.ceil(format.width / 2),
  height: Math.ceil(format.height / 2),
});
