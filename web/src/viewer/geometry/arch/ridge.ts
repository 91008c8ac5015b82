import type { AxialProjection } from './axial-projection.ts';

/** Values on the grid of a projection, read between pixels in patient coordinates. */
export type Field = (x: number, y: number) => number;

/** The projection smoothed over about `radius` millimetres (three box filters: nearly a Gaussian). */
export function smooth(
  { values, width, height, millimetresPerPixel }: AxialProjection,
  radius: number,
): Float32Array {
  const reach = Math.max(1, Math.round(radius / millimetresPerPixel));
  let current = values;
  for (let round = 0; round < 3; round += 1) {
    current = boxFilter(current, { count: width, stride: 1, lines: height, next: width }, reach);
    current = boxFilter(current, { count: height, stride: width, lines: width, next: 1 }, reach);
  }
  return current;
}

interface Lines {
  readonly count: number;
  readonly stride: number;
  readonly lines: number;
  readonly next: number;
}

/** The mean of 2 × reach + 1 neighbours in one direction; 0 beyond the edge. */
function boxFilter(values: Float32Array, { count, stride, lines, next }: Lines, reach: number) {
  const result = new Float32Array(values.length);
  for (let line = 0; line < lines; line += 1) {
    const start = line * next;
    let sum = 0;
    for (let index = 0; index < Math.min(reach, count); index += 1)
      sum += values[start + index * stride] ?? 0;
    for (let index = 0; index < count; index += 1) {
      if (index + reach < count) sum += values[start + (index + reach) * stride] ?? 0;
      if (index - reach - 1 >= 0) sum -= values[start + (index - reach - 1) * stride] ?? 0;
      result[start + index * stride] = sum / (2 * reach + 1);
    }
  }
  return result;
}

/** Reads between four pixels; 0 outside. */
export function toField(
  { origin, millimetresPerPixel, width, height }: AxialProjection,
  values: Float32Array,
): Field {
  // The search for the arch reads millions of values: nothing is allocated here.
  return (x, y) => {
    const column = (x - origin[0]) / millimetresPerPixel;
    const row = (y - origin[1]) / millimetresPerPixel;
    const left = Math.floor(column);
    const top = Math.floor(row);
    if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return 0;
    const u = column - left;
    const v = row - top;
    const at = top * width + left;
    const above = (values[at] ?? 0) * (1 - u) + (values[at + 1] ?? 0) * u;
    const below = (values[at + width] ?? 0) * (1 - u) + (values[at + width + 1] ?? 0) * u;
    return above * (1 - v) + below * v;
  };
}

/** Positive on a ridge as wide as a row of teeth, negative beside it: fine minus coarse smoothing. */
export function ridgeField(projection: AxialProjection): Field {
  const fine = smooth(projection, 2);
  const coarse = smooth(projection, 7);
  return toField(
    projection,
    fine.map((value, index) => value - (coarse[index] ?? 0)),
  );
}
