import type { Field } from './ridge.ts';

/** A dental arch as a power curve, y = DEPTH × (|x| / halfWidth) ^ power, rotated around its front. */
export interface Template {
  /** The front of the arch, patient coordinates. */
  readonly x: number;
  readonly y: number;
  /** Radians; positive: the face is rotated to the patient's left. */
  readonly rotation: number;
  /** Half of the distance between the ends, millimetres. */
  readonly halfWidth: number;
  readonly power: number;
}

/** Depth of the templates from the front to the ends, and the distance of their points, millimetres. */
const DEPTH = 46;
const STEP = 2;

export function tracePoints({
  x,
  y,
  rotation,
  halfWidth,
  power,
}: Template): readonly (readonly [number, number])[] {
  const cosine = Math.cos(rotation);
  const sine = Math.sin(rotation);
  const half: [number, number][] = [[0, 0]];
  let across = 0;
  while (across < halfWidth) {
    const slope = ((DEPTH * power) / halfWidth) * (across / halfWidth) ** (power - 1);
    const ahead = across + STEP / Math.hypot(1, slope) / 2;
    const middle = ((DEPTH * power) / halfWidth) * (ahead / halfWidth) ** (power - 1);
    across += STEP / Math.hypot(1, middle);
    half.push([across, DEPTH * (across / halfWidth) ** power]);
  }
  const right = half
    .slice(1)
    .reverse()
    .map(([u, v]) => [-u, v] as const);
  return [...right, ...half].map(([u, v]) => [
    x + u * cosine - v * sine,
    y + u * sine + v * cosine,
  ]);
}

/** The neighbouring points with the highest sum of what they have above the cost (Kadane's algorithm). */
export function bestPart(
  shape: readonly (readonly [number, number])[],
  x: number,
  y: number,
  ridge: Field,
  cost: number,
): { readonly from: number; readonly to: number; readonly score: number } {
  let from = 0;
  let to = 0;
  let score = 0;
  let start = 0;
  let sum = 0;
  for (let index = 0; index < shape.length; index += 1) {
    const point = shape[index];
    if (!point) continue;
    sum += ridge(x + point[0], y + point[1]) - cost;
    if (sum <= 0) {
      start = index + 1;
      sum = 0;
    } else if (sum > score) {
      from = start;
      to = index + 1;
      score = sum;
    }
  }
  return { from, to, score };
}
