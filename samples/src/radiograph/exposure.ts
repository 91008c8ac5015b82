import { randomFrom } from '@deqiq/testkit/random.ts';
import { smoothstep } from '../jaw/interpolation.ts';
import { blur } from '../raster/blur.ts';
import { addEnlarged, coarse, type Film, newPlane, type Plane } from '../raster/film.ts';
import { cloudTexture } from '../raster/texture.ts';

/** How a detector and its software map absorption to grey. Lengths in mm, otherwise shares of the grey range. */
export interface Exposure {
  /** Absorption shown as black and as white. */
  low: number;
  high: number;
  /** Share of the low-frequency contrast that is removed, and its scale. */
  flatten: number;
  flattenSigma: number;
  sharpen: number;
  sharpenSigma: number;
  grain: number;
  vignette: number;
}

export const GREY_MAX = 4095;

/** Grey values of 12 bits, bright = dense. */
export function expose(absorption: Plane, film: Film, how: Exposure, seed: number): Uint16Array {
  const { width, height } = film;
  const span = how.high - how.low;
  const value = newPlane(film);
  for (let i = 0; i < value.length; i++) value[i] = ((absorption[i] as number) - how.low) / span;
  const broad = blurPlane(value, film, how.flattenSigma);
  let mean = 0;
  for (const v of broad) mean += v;
  mean /= broad.length;
  const local = how.sharpen > 0 ? blurPlane(value, film, how.sharpenSigma) : value;
  const grey = new Uint16Array(value.length);
  const grain = grainTexture(seed);
  const cloud = cloudTexture(2.2);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const raw = value[at] as number;
      const flat = raw - how.flatten * ((broad[at] as number) - mean);
      const sharp = flat + how.sharpen * (raw - (local[at] as number));
      const noisy =
        sharp +
        how.grain * noiseAt(grain, cloud.values, x, y, seed) * (0.6 + 0.8 * Math.max(0, raw));
      grey[at] = tone(noisy * edgeFall(how.vignette, x / width, y / height));
    }
  }
  return grey;
}

const BRIGHTEST = 1.4;
const TONE_STEPS = 8192;

/** The toe and shoulder of a film's curve: no hard black, no hard white. */
const toneCurve = (() => {
  const curve = new Uint16Array(TONE_STEPS + 1);
  for (let i = 0; i <= TONE_STEPS; i++) {
    const curved = 1 - Math.exp(-1.9 * ((i / TONE_STEPS) * BRIGHTEST) ** 1.7);
    curve[i] = Math.round(GREY_MAX * (0.012 + 0.985 * curved));
  }
  return curve;
})();

function tone(value: number): number {
  const step = (Math.min(BRIGHTEST, Math.max(0, value)) / BRIGHTEST) * TONE_STEPS;
  return toneCurve[step | 0] as number;
}

function edgeFall(amount: number, x: number, y: number): number {
  const edge = Math.min(x, 1 - x) * 9;
  const end = Math.min(y, 1 - y) * 9;
  return 1 - amount * (1 - smoothstep(0, 1, edge)) - amount * 0.5 * (1 - smoothstep(0, 1, end));
}

function blurPlane(value: Plane, film: Film, sigmaMm: number): Plane {
  const sigma = sigmaMm * film.scaleX;
  const factor = Math.max(1, Math.floor(sigma / 4));
  if (factor === 1) {
    const copy = value.slice();
    blur(copy, film.width, film.height, sigma);
    return copy;
  }
  const small = coarse(film, factor);
  const plane = newPlane(small);
  for (let y = 0; y < small.height; y++) {
    for (let x = 0; x < small.width; x++)
      plane[y * small.width + x] = cellMean(value, film, x, y, factor);
  }
  blur(plane, small.width, small.height, sigma / factor);
  const result = newPlane(film);
  addEnlarged(result, film, plane, small);
  return result;
}

function cellMean(value: Plane, film: Film, cellX: number, cellY: number, factor: number): number {
  let sum = 0;
  let count = 0;
  for (let y = cellY * factor; y < Math.min(film.height, (cellY + 1) * factor); y++) {
    for (let x = cellX * factor; x < Math.min(film.width, (cellX + 1) * factor); x++) {
      sum += value[y * film.width + x] as number;
      count++;
    }
  }
  return count > 0 ? sum / count : 0;
}

const GRAIN_SIZE = 65_536;

function grainTexture(seed: number): Float32Array {
  const random = randomFrom(seed ^ 0x9a1d);
  return Float32Array.from({ length: GRAIN_SIZE }, () => random.normal());
}

/**
 * Fine quantum noise with slightly coarser mottle; rows start at scattered offsets so that no repetition is visible.
 */
function noiseAt(
  grain: Float32Array,
  cloud: Float32Array,
  x: number,
  y: number,
  seed: number,
): number {
  const row = Math.imul(y + seed, 0x9e3779b1) >>> 8;
  const fine = grain[(row + x) & (GRAIN_SIZE - 1)] as number;
  return fine * 0.75 + 0.8 * (cloud[(((y + seed) & 511) << 9) + ((x + seed * 7) & 511)] as number);
}
