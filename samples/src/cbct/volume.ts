import { locate } from '../jaw/arch.ts';
import type { Jaw } from '../jaw/jaw.ts';
import { DENSITY } from './density.ts';
import { buildHead } from './head-model.ts';
import type { Scan } from './slices.ts';

/** Densities of a scan on a regular grid, x fastest, then y, then z from below. */
export interface Volume {
  size: readonly [number, number, number];
  /** Position of the first voxel in mm (x, y, z). */
  origin: readonly [number, number, number];
  perMm: number;
  density: Int16Array;
}

/** Selects the jaws: the spine would hide them, and the region above the sinuses is another examination. */
const isJaw = (x: number, y: number, z: number): boolean =>
  z < 31 ? y < 54 || Math.abs(x) > 26 : y > 48 && Math.abs(x) > 34;

/** Samples the jaws in the field of a scan without noise, blurred by two voxels. */
export function sampleVolume(jaw: Jaw, scan: Scan): Volume {
  const volume = sampleDensities(jaw, scan, isJaw);
  soften(volume);
  soften(volume);
  return volume;
}

/** Samples the head in the field of a scan without noise or blur, where `isSampled`; the rest is air. */
export function sampleDensities(
  jaw: Jaw,
  scan: Scan,
  isSampled: (x: number, y: number, z: number) => boolean,
): Volume {
  const head = buildHead(jaw);
  const count = ([from, to]: readonly [number, number]) => Math.round((to - from) * scan.perMm);
  const size = [count(scan.x), count(scan.y), count(scan.z)] as const;
  const [width, depth, height] = size;
  const density = new Int16Array(width * depth * height).fill(DENSITY.air);
  for (let j = 0; j < depth; j++) {
    const y = scan.y[0] + j / scan.perMm;
    for (let i = 0; i < width; i++) {
      const x = scan.x[0] + i / scan.perMm;
      const point = { ...locate(x, y), x, y, z: 0 };
      for (let k = 0; k < height; k++) {
        point.z = scan.z[0] + k / scan.perMm;
        if (!isSampled(x, y, point.z)) continue;
        density[(k * depth + j) * width + i] = head.densityAt(point);
      }
    }
  }
  return { size, origin: [scan.x[0], scan.y[0], scan.z[0]], perMm: scan.perMm, density };
}

/** Blurs a volume by a voxel in each direction. */
export function soften({ size: [width, depth], density }: Volume): void {
  for (const step of [1, width, width * depth]) average(density, step);
}

/** Averages each value with its two neighbours at this distance, weights 1 : 2 : 1. */
function average(values: Int16Array, step: number): void {
  const before = values.slice();
  for (let i = step; i < values.length - step; i++) {
    const around = (before[i - step] as number) + (before[i + step] as number);
    values[i] = (around + 2 * (before[i] as number)) >> 2;
  }
}

/** The interpolated density at voxel coordinates; air outside. */
export function densityIn({ size, density }: Volume): (x: number, y: number, z: number) => number {
  const [width, depth, height] = size;
  const layer = width * depth;
  return (x, y, z) => {
    if (x < 0 || y < 0 || z < 0 || x >= width - 1 || y >= depth - 1 || z >= height - 1) {
      return DENSITY.air;
    }
    const i = (z | 0) * layer + (y | 0) * width + (x | 0);
    const tx = x - (x | 0);
    const ty = y - (y | 0);
    const tz = z - (z | 0);
    const row = (at: number) => {
      const from = density[at] as number;
      return from + ((density[at + 1] as number) - from) * tx;
    };
    const near = row(i) + (row(i + width) - row(i)) * ty;
    const above = i + layer;
    const far = row(above) + (row(above + width) - row(above)) * ty;
    return near + (far - near) * tz;
  };
}
