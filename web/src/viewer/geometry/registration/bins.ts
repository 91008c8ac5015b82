import type { Point3 } from '../vectors.ts';
import { findPadding, type Grid, gridInverse } from './grid.ts';

export const BINS = 32;

/** A grid with what reading it needs. */
export type Readable = Grid & {
  readonly inverse: readonly [Point3, Point3, Point3];
  readonly padding: number | undefined;
  /** From a value to its bin. */
  readonly low: number;
  readonly binsPerValue: number;
};

/** Share of values at either end that has no bins of its own: metal would leave few for the bone. */
const ENDS = 0.005;

export function makeReadable(grid: Grid): Readable {
  const { values } = grid;
  const padding = findPadding(grid);
  const step = Math.max(1, Math.floor(values.length / 20_000));
  const some = Array.from(
    { length: Math.floor(values.length / step) },
    (_, at) => values[at * step] ?? 0,
  )
    .filter((value) => value !== padding)
    .sort((a, b) => a - b);
  const low = some[Math.floor(some.length * ENDS)] ?? 0;
  const high = some[Math.floor(some.length * (1 - ENDS))] ?? low;
  const binsPerValue = (BINS - 1) / Math.max(high - low, 1e-6);
  return { ...grid, padding, low, binsPerValue, inverse: gridInverse(grid) };
}

/** The bin between 0 and BINS - 1 at voxel coordinates, not rounded; -1 outside and in what surrounds the field. */
export function binAt(grid: Readable, x: number, y: number, z: number): number {
  const { values, size, padding } = grid;
  const [width, height, slices] = size;
  if (!(x >= 0 && y >= 0 && z >= 0 && x < width - 1 && y < height - 1 && z < slices - 1)) return -1;
  const column = Math.floor(x);
  const row = Math.floor(y);
  const slice = Math.floor(z);
  const first = (slice * height + row) * width + column;
  const next = first + width * height;
  const a = values[first] ?? 0;
  const b = values[first + 1] ?? 0;
  const c = values[first + width] ?? 0;
  const d = values[first + width + 1] ?? 0;
  const e = values[next] ?? 0;
  const f = values[next + 1] ?? 0;
  const g = values[next + width] ?? 0;
  const h = values[next + width + 1] ?? 0;
  if (padding !== undefined && a === padding && h === padding && d === padding && e === padding)
    return -1;
  const u = x - column;
  const v = y - row;
  const w = z - slice;
  const top = (a + (b - a) * u) * (1 - v) + (c + (d - c) * u) * v;
  const bottom = (e + (f - e) * u) * (1 - v) + (g + (h - g) * u) * v;
  const bin = (top + (bottom - top) * w - grid.low) * grid.binsPerValue;
  return bin < 0 ? 0 : bin > BINS - 1 ? BINS - 1 : bin;
}
