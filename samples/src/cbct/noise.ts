import { randomFrom } from '@deqiq/testkit/random.ts';

const SIDE = 64;

/** A smooth random function of space with mean 0 and values from -1 to 1; its period is 64 units. */
export type Noise = (x: number, y: number, z: number) => number;

export function buildNoise(seed: number): Noise {
  const random = randomFrom(seed);
  const values = new Float32Array(SIDE ** 3);
  for (let i = 0; i < values.length; i++) values[i] = random.next() * 2 - 1;
  const at = (x: number, y: number, z: number) =>
    values[((z & 63) << 12) | ((y & 63) << 6) | (x & 63)] as number;
  return (x, y, z) => {
    const x0 = Math.floor(x);
    const y0 = Math.floor(y);
    const z0 = Math.floor(z);
    const tx = ease(x - x0);
    const ty = ease(y - y0);
    const tz = ease(z - z0);
    const row = (j: number, k: number) => {
      const from = at(x0, y0 + j, z0 + k);
      return from + (at(x0 + 1, y0 + j, z0 + k) - from) * tx;
    };
    const near = row(0, 0) + (row(1, 0) - row(0, 0)) * ty;
    const far = row(0, 1) + (row(1, 1) - row(0, 1)) * ty;
    return near + (far - near) * tz;
  };
}

const ease = (t: number) => t * t * (3 - 2 * t);
