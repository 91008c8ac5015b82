import { randomFrom } from '@deqiq/testkit/random.ts';
import { blur } from './blur.ts';

/** A square picture of a random structure that tiles seamlessly, with mean 0 and deviation 1. */
export interface Texture {
  size: number;
  values: Float32Array;
}

const SIZE = 512;

/** Textures are cached by size; jaws differ by the offset at which they sample them. */
const cache = new Map<string, Texture>();

function cachedTexture(key: string, make: () => Float32Array): Texture {
  const texture = cache.get(key) ?? { size: SIZE, values: make() };
  cache.set(key, texture);
  return texture;
}

/** Cloudy noise with structures about `grain` pixels wide. */
export function cloudTexture(grain: number): Texture {
  return cachedTexture(`cloud ${grain}`, () => normalise(bandNoise(7, grain, grain)));
}

/** The net of fine struts in spongy bone, its meshes about `mesh` pixels wide. */
export function trabecularTexture(mesh: number): Texture {
  return cachedTexture(`struts ${mesh}`, () => struts(11, mesh));
}

function struts(seed: number, mesh: number): Float32Array {
  const fine = ridges(bandNoise(seed, mesh * 0.42, mesh * 0.3));
  const broad = ridges(bandNoise(seed + 1, mesh * 0.85, mesh * 0.6));
  const cloud = normalise(bandNoise(seed + 2, mesh * 2.4, mesh * 2));
  const values = fine.map(
    (value, i) => value * 0.6 + (broad[i] as number) * 0.75 + (cloud[i] as number) * 0.55,
  );
  return normalise(values);
}

/** The interpolated value at pixel coordinates. */
export function textureAt(texture: Texture, x: number, y: number): number {
  const { size, values } = texture;
  const floorX = Math.floor(x);
  const floorY = Math.floor(y);
  const partX = x - floorX;
  const partY = y - floorY;
  const x0 = floorX & (size - 1);
  const x1 = (x0 + 1) & (size - 1);
  const row0 = (floorY & (size - 1)) * size;
  const row1 = ((floorY + 1) & (size - 1)) * size;
  const above = (values[row0 + x0] as number) * (1 - partX) + (values[row0 + x1] as number) * partX;
  const below = (values[row1 + x0] as number) * (1 - partX) + (values[row1 + x1] as number) * partX;
  return above + (below - above) * partY;
}

const ridges = (noise: Float32Array) =>
  normalise(normalise(noise).map((v) => -(Math.abs(v) ** 0.8)));

/** Band-pass filtered white noise, blurred with its own repetition around it so that it tiles. */
function bandNoise(seed: number, sigmaX: number, sigmaY: number): Float32Array {
  const random = randomFrom(seed);
  const white = Float32Array.from({ length: SIZE * SIZE }, () => random.next() - 0.5);
  const narrow = tiledBlur(white, (sigmaX + sigmaY) / 2);
  const wide = tiledBlur(white, sigmaX + sigmaY);
  return narrow.map((value, i) => value - (wide[i] as number));
}

function tiledBlur(source: Float32Array, sigma: number): Float32Array {
  const margin = Math.min(SIZE / 2, Math.ceil(sigma * 4));
  const span = SIZE + 2 * margin;
  const padded = new Float32Array(span * span);
  for (let y = 0; y < span; y++) {
    const row = ((y - margin + SIZE) & (SIZE - 1)) * SIZE;
    for (let x = 0; x < span; x++) {
      padded[y * span + x] = source[row + ((x - margin + SIZE) & (SIZE - 1))] as number;
    }
  }
  blur(padded, span, span, sigma);
  const result = new Float32Array(SIZE * SIZE);
  for (let y = 0; y < SIZE; y++) {
    const from = (y + margin) * span + margin;
    result.set(padded.subarray(from, from + SIZE), y * SIZE);
  }
  return result;
}

function normalise(values: Float32Array): Float32Array {
  let sum = 0;
  let squares = 0;
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / values.length;
  const deviation = Math.sqrt(squares / values.length - mean * mean) || 1;
  return values.map((value) => (value - mean) / deviation);
}
