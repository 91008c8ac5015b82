import { dot, type Point3, subtract } from '../vectors.ts';
import { BINS, binAt, type Readable } from './bins.ts';
import { gridPoint } from './grid.ts';
import { movePoint, type Rigid, rotateDirection, transpose } from './rigid.ts';

/** Points of a volume between its voxels, x, y and z one after the other, with their bins. */
export type Samples = { readonly points: Float64Array; readonly bins: Uint8Array };

/** Shares by which points are spread evenly without a pattern (the additive sequence of the plastic number in 3D). */
const SPREAD: Point3 = [0.8191725133961645, 0.6710436067037893, 0.5497004779019703];

export function takeSamples(grid: Readable, count: number): Samples {
  const points = new Float64Array(count * 3);
  const bins = new Uint8Array(count);
  let taken = 0;
  for (let index = 1; index <= count * MAX_TRIES && taken < count; index += 1) {
    const [x, y, z] = grid.size.map(
      (side, axis) => ((index * (SPREAD[axis] ?? 0)) % 1) * (side - 1),
    ) as unknown as Point3;
    const bin = binAt(grid, x, y, z);
    if (bin < 0) continue;
    points.set(gridPoint(grid, [x, y, z]), taken * 3);
    bins[taken] = Math.round(bin);
    taken += 1;
  }
  return { points: points.subarray(0, taken * 3), bins: bins.subarray(0, taken) };
}

/** Points that are looked at for each that is taken: outside of the field there is nothing to compare. */
const MAX_TRIES = 4;

export type Agreement = {
  /** Normalized mutual information of the values, 1 (none) to 2. */
  readonly information: number;
  /** The share of samples that lie in the other volume. */
  readonly overlap: number;
};

/** How well a volume agrees with the samples of another one, whose patient is moved to its own. */
export function createMeasure({ points, bins }: Samples, grid: Readable) {
  const joint = new Float64Array(BINS * BINS);
  return (rigid: Rigid): Agreement => {
    joint.fill(0);
    const { inverse } = grid;
    // Rows of the matrix from the patient of the samples to voxels, and the first point in voxels.
    const rotation = transpose(rigid.rotation);
    const back = inverse.map((row) => rotateDirection({ rotation }, row));
    const shift = inverse.map((row) =>
      dot(row, subtract(movePoint(rigid, [0, 0, 0]), grid.origin)),
    );
    const [[a, b, c], [d, e, f], [g, h, i]] = back as [Point3, Point3, Point3];
    const [s, t, u] = shift as unknown as Point3;
    let inside = 0;
    for (let index = 0; index < bins.length; index += 1) {
      const x = points[index * 3] ?? 0;
      const y = points[index * 3 + 1] ?? 0;
      const z = points[index * 3 + 2] ?? 0;
      const bin = binAt(
        grid,
        a * x + b * y + c * z + s,
        d * x + e * y + f * z + t,
        g * x + h * y + i * z + u,
      );
      if (bin < 0) continue;
      inside += 1;
      const lower = Math.floor(bin);
      const at = (bins[index] ?? 0) * BINS + lower;
      const share = bin - lower;
      joint[at] = (joint[at] ?? 0) + 1 - share;
      if (share > 0) joint[at + 1] = (joint[at + 1] ?? 0) + share;
    }
    return {
      information: inside > 0 ? normalizedInformation(joint, inside) : 1,
      overlap: inside / Math.max(bins.length, 1),
    };
  };
}

/** Studholme's measure: the entropies of both over that of the pairs. */
function normalizedInformation(joint: Float64Array, total: number): number {
  const first = new Float64Array(BINS);
  const second = new Float64Array(BINS);
  for (const [index, count] of joint.entries()) {
    const row = Math.floor(index / BINS);
    first[row] = (first[row] ?? 0) + count;
    second[index % BINS] = (second[index % BINS] ?? 0) + count;
  }
  const pairs = entropy(joint, total);
  return pairs > 0 ? (entropy(first, total) + entropy(second, total)) / pairs : 1;
}

function entropy(counts: Float64Array, total: number): number {
  let sum = 0;
  for (const count of counts) if (count > 0) sum -= (count / total) * Math.log(count / total);
  return sum;
}
