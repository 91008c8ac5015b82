import { along } from '../vectors.ts';
import { listStations } from './control-points.ts';
import { type Curve, createCurve } from './curve.ts';
import type { Field } from './ridge.ts';

/** Millimetres that the search reaches on both sides of the curve. */
const REACH = 7;

/** How much smoothness counts: bends that are shorter than about 40 mm are those of single teeth. */
const STIFFNESS = 100;

/** Moves the curve to the middle of the teeth. */
export function refine(curve: Curve, density: Field): Curve {
  const positions = listStations(curve);
  const middles = positions.map((position) => middleAt(curve, position, density));
  const offsets = smoothOffsets(middles);
  return createCurve(
    positions.map((position, index) =>
      along(curve.pointAt(position), curve.normalAt(position), offsets[index] ?? 0),
    ),
  );
}

/** The centre of what is dense across the curve, and how much that is. */
function middleAt(
  curve: Curve,
  position: number,
  density: Field,
): { offset: number; weight: number } {
  const point = curve.pointAt(position);
  const normal = curve.normalAt(position);
  const offsets = Array.from({ length: 2 * REACH * 2 + 1 }, (_, index) => index / 2 - REACH);
  const profile = offsets.map((offset) => {
    const [x, y] = along(point, normal, offset);
    return density(x, y);
  });
  const threshold = Math.max(...profile) / 2;
  let sum = 0;
  let weight = 0;
  for (const [index, value] of profile.entries()) {
    // The nearer of two rows is the own one.
    const above =
      Math.max(value - threshold, 0) * (1 - Math.abs(offsets[index] ?? 0) / (2 * REACH));
    sum += above * (offsets[index] ?? 0);
    weight += above;
  }
  return { offset: weight > 0 ? sum / weight : 0, weight };
}

/** Whittaker's smoother: offsets near the measured ones whose second differences are small. */
function smoothOffsets(middles: readonly { offset: number; weight: number }[]): readonly number[] {
  const total = middles.reduce((sum, { weight }) => sum + weight, 0);
  const unit = total > 0 ? middles.length / total : 0;
  const rows = middles.map(
    ({ weight }) => [weight * unit + 1e-6, 0, 0] as [number, number, number],
  );
  const sums = middles.map(({ offset, weight }) => offset * (weight * unit + 1e-6));
  const penalty = [1, -2, 1];
  for (let first = 0; first + 2 < rows.length; first += 1)
    for (let a = 0; a < 3; a += 1)
      for (let b = a; b < 3; b += 1) {
        const row = rows[first + a];
        if (row) row[b - a] = (row[b - a] ?? 0) + STIFFNESS * (penalty[a] ?? 0) * (penalty[b] ?? 0);
      }
  return solveBanded(rows, sums);
}

/** Solves a symmetric positive system whose rows have the diagonal and two elements to its right. */
function solveBanded(rows: readonly [number, number, number][], sums: number[]): readonly number[] {
  for (const [index, row] of rows.entries())
    for (let below = 1; below <= 2; below += 1) {
      const other = rows[index + below];
      if (!other) continue;
      const factor = (row[below] ?? 0) / row[0];
      for (let column = below; column <= 2; column += 1)
        other[column - below] = (other[column - below] ?? 0) - factor * (row[column] ?? 0);
      sums[index + below] = (sums[index + below] ?? 0) - factor * (sums[index] ?? 0);
    }
  const solution: number[] = [];
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const row = rows[index] ?? [1, 0, 0];
    const others = row[1] * (solution[index + 1] ?? 0) + row[2] * (solution[index + 2] ?? 0);
    solution[index] = ((sums[index] ?? 0) - others) / row[0];
  }
  return solution;
}
