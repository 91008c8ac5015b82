import { cross, dot, type Point3, subtract } from '../vectors.ts';
import { makeReadable } from './bins.ts';
import { type Grid, gridCentre, halve } from './grid.ts';
import { type Agreement, createMeasure, takeSamples } from './mutual-information.ts';
import { createRigid, invertRigid, type Parameters6, type Rigid } from './rigid.ts';
import { searchBest } from './search-best.ts';

/** `none`: the volumes do not show the same. `rigid` moves the patient of the first volume to that of the second. */
export type Registration =
  | { readonly kind: 'none' }
  | { readonly kind: 'found'; readonly rigid: Rigid; readonly information: number };

/** Voxels along the longest side of the coarsest grids. */
const COARSE = 40;
/** Samples of the coarse grids, and of finer ones. */
const FEW = 6_000;
const MANY = 25_000;
/** The share of samples below which the volumes have too little in common. */
const MIN_OVERLAP = 0.25;
/**
 * Millimetres away from where volumes agree best they must agree less: what they have in common is then at most this
 * share of the most. Noise makes both smaller, so that no fixed amount of information tells who is alike.
 */
const AWAY = 6;
const MAX_SHARE_AWAY = 0.6;
/** Starts from which the coarse grids are searched to the end. */
const STARTS = 5;

/** Aligns a volume to another one by the mutual information of their values: rigid, and the same each time. */
export function registerVolumes(
  fixed: Grid,
  moving: Grid,
  onProgress: (share: number) => void = () => undefined,
): Registration {
  if (measureExtent(moving) < measureExtent(fixed)) {
    // Most samples of a large field would miss a small one.
    const swapped = registerVolumes(moving, fixed, onProgress);
    return swapped.kind === 'none' ? swapped : { ...swapped, rigid: invertRigid(swapped.rigid) };
  }
  const levels = createPyramid(fixed, moving);
  const centre = gridCentre(fixed);
  let best: Parameters6 | undefined;
  let information = 0;
  for (const [index, [first, second]] of levels.entries()) {
    const isCoarse = best === undefined;
    const agree = createMeasure(
      takeSamples(makeReadable(first), isCoarse ? FEW : MANY),
      makeReadable(second),
    );
    const compare = (parameters: Parameters6) => agree(createRigid(parameters, centre));
    const measure = (parameters: Parameters6) => {
      const { information: value, overlap } = compare(parameters);
      return overlap < MIN_OVERLAP ? overlap : value;
    };
    const starts = best ? [best] : findStarts(measure, subtract(gridCentre(moving), centre), first);
    const steps = isCoarse ? [8, 4, 2, 1, 0.5] : [1, 0.5, 0.25, 0.1, 0.05];
    const found = starts
      .map((start) => searchBest(measure, start, steps))
      .reduce((a, b) => (b.value > a.value ? b : a));
    if (isCoarse && !isPeak(compare, found)) return { kind: 'none' };
    best = found.at;
    information = found.value;
    onProgress((index + 1) / levels.length);
  }
  if (!best) return { kind: 'none' };
  return { kind: 'found', rigid: createRigid(best, centre), information };
}

/** Whether the volumes agree much better here than around. */
function isPeak(
  compare: (parameters: Parameters6) => Agreement,
  { at: [x, y, z, ...angles], value }: ReturnType<typeof searchBest>,
): boolean {
  const around = [-AWAY, AWAY].flatMap((by): Parameters6[] => [
    [x + by, y, z, ...angles],
    [x, y + by, z, ...angles],
    [x, y, z + by, ...angles],
  ]);
  const shared = around.reduce((sum, parameters) => sum + compare(parameters).information - 1, 0);
  return shared / around.length < MAX_SHARE_AWAY * (value - 1);
}

/** Cubic millimetres. */
const measureExtent = ({ steps: [a, b, c], size }: Grid): number =>
  Math.abs(dot(a, cross(b, c))) * size[0] * size[1] * size[2];

/** Both volumes at falling sizes, the coarsest first. */
function createPyramid(fixed: Grid, moving: Grid): readonly (readonly [Grid, Grid])[] {
  const levels: (readonly [Grid, Grid])[] = [[fixed, moving]];
  let first = fixed;
  let second = moving;
  while (Math.max(...first.size, ...second.size) > COARSE) {
    if (Math.min(...first.size, ...second.size) < 16) break;
    first = halve(first);
    second = halve(second);
    levels.unshift([first, second]);
  }
  // One grid would be searched coarsely only.
  return levels.length > 1 ? levels : [[fixed, moving], ...levels];
}

/** The positions of the machine, of both middles, and shifts around them that agree best. */
function findStarts(
  measure: (parameters: Parameters6) => number,
  [x, y, z]: Point3,
  { size, steps }: Grid,
): readonly Parameters6[] {
  const reach = Math.max(...steps.map((step, axis) => Math.hypot(...step) * (size[axis] ?? 0))) / 2;
  const shifts = [-0.6, -0.3, 0, 0.3, 0.6].map((share) => share * reach);
  const around = shifts.flatMap((a) =>
    shifts.flatMap((b) => shifts.map((c): Parameters6 => [x + a, y + b, z + c, 0, 0, 0])),
  );
  const ranked = around
    .map((at) => ({ at, value: measure(at) }))
    .sort((a, b) => b.value - a.value)
    .slice(0, STARTS - 2);
  return [[0, 0, 0, 0, 0, 0], [x, y, z, 0, 0, 0], ...ranked.map(({ at }) => at)];
}
