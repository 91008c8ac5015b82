import { smoothstep } from '../jaw/interpolation.ts';
import { DENSITY, type Point } from './density.ts';
import type { Noise } from './noise.ts';

/** The intersection of two bodies (signed distances in mm, positive inside) with an edge rounded by `radius`. */
export function both(a: number, b: number, radius: number): number {
  if (a >= radius || b >= radius) return Math.min(a, b);
  return radius - Math.hypot(radius - a, radius - b);
}

/** Spongy bone: struts about 0.4 mm thick, meshes of a millimetre, with denser and emptier regions. */
export function spongy(lattice: Noise, { x, y, z }: Point): number {
  const strut = 1 - 3.2 * Math.abs(lattice(x * 1.15, y * 1.15, z * 1.15));
  const fine = 1 - 3 * Math.abs(lattice(x * 2.1 + 9, y * 2.1, z * 2.1));
  const cloud = lattice(x * 0.24, y * 0.24, z * 0.24 + 31);
  return DENSITY.spongy + 250 * strut + 150 * fine + 240 * cloud;
}

/** Bone whose surface is `inside` mm away: a dense shell of `shell` mm around spongy bone. */
export function bone(inside: number, shell: number, lattice: Noise, point: Point): number {
  const dense = 1 - smoothstep(shell - 0.4, shell + 0.6, inside);
  if (dense === 1) return DENSITY.cortical;
  return DENSITY.cortical * dense + spongy(lattice, point) * (1 - dense);
}
