import { encodeHtj2k, type PixelFormat } from './htj2k.ts';
import { halve, halveFormat, type Pixels } from './levels.ts';

/** Part of the full range by which lossy levels may be wrong; a quarter of the size of lossless ones. */
export const FINEST_STEP = 0.001;

/** Beyond it edges of roots blur; 66 of 4096 grey values. */
const COARSEST_STEP = 0.016;

/** Bytes of the half level of a volume: 1.7 s at 12 Mbit/s. */
export const MAX_HALF_LEVEL = 2_500_000;

/** Pairs of slices that are encoded on trial, evenly spread. */
const SAMPLES = 8;

/** Share of the budget that the trial may use: it does not contain every slice. */
const MARGIN = 0.92;

interface LargeVolume {
  readonly format: PixelFormat;
  /** Slices that can be read. */
  readonly readable: number;
  /** Slices of the volume, made ones included. */
  readonly total: number;
  readonly maxBytes: number;
  read(index: number): Promise<Pixels>;
}

/**
 * Returns the finest quantization step at which the half level of a volume has at most `maxBytes`, at most
 * COARSEST_STEP. Noise does not compress: the level of a grainy device has three times the bytes of a quiet one.
 */
export async function chooseQuantizationStep(volume: LargeVolume): Promise<number> {
  const { format, total, maxBytes } = volume;
  const half = halveFormat(format);
  const count = Math.ceil(total / 2);
  const uncompressed = half.width * half.height * half.channels * count * (half.bits > 8 ? 2 : 1);
  if (uncompressed <= maxBytes) return FINEST_STEP;
  const samples = await readSamples(volume);
  let step = FINEST_STEP;
  while (step < COARSEST_STEP) {
    const length = await measureLength(samples, half, step);
    if (length * (count / samples.length) <= maxBytes * MARGIN) return step;
    step *= Math.SQRT2;
  }
  return COARSEST_STEP;
}

/** Slices of the half level from all parts of the volume. */
async function readSamples({ format, readable, read }: LargeVolume): Promise<readonly Pixels[]> {
  const samples: Pixels[] = [];
  const toHalf = halve(format, 2, async (pixels) => {
    samples.push(pixels);
  });
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const first = Math.floor(((sample + 0.5) / SAMPLES) * (readable - 1));
    await toHalf.add(await read(first));
    await toHalf.add(await read(Math.min(first + 1, readable - 1)));
  }
  return samples;
}

async function measureLength(
  samples: readonly Pixels[],
  format: PixelFormat,
  quantizationStep: number,
): Promise<number> {
  const options = { quantizationStep, hasResolutionLengths: false };
  let length = 0;
  for (const pixels of samples) length += (await encodeHtj2k(pixels, format, options)).length;
  return length;
}
