import { movePoint, type Rigid, rotateDirection } from '../registration/rigid.ts';
import {
  along,
  cross,
  distance,
  dot,
  normalize,
  type Point3,
  scale,
  subtract,
} from '../vectors.ts';
import { compose, fromVector } from './rigid.ts';
import { solve } from './solve.ts';
import { type Field, gradientAt, valueAt } from './volume-field.ts';

/** A scan to be moved onto the surface in a volume at which its values exceed a threshold. */
export interface AlignTask {
  readonly field: Field;
  /** In pixels of the field. */
  readonly threshold: number;
  /** Points of the scan and their outward directions, x, y and z of each. */
  readonly points: Float32Array;
  readonly normals: Float32Array;
  /** Brings the scan near its location. */
  readonly start: Rigid;
}

export interface Alignment {
  readonly rigid: Rigid;
  /** Millimetres: root of the mean square of the distances between the surfaces, of the points that count. */
  readonly rms: number;
  /** Of all points, those that lie at the surface. A scan has gums, and metal hides teeth. */
  readonly share: number;
}

/** Millimetres to both sides in which the surface is looked for, in their order, each for so many rounds. */
const REACHES = [4, 2, 1, 0.6];
const ROUNDS = 8;
/** Millimetres between samples along a direction. */
const STEP = 0.2;
/** Of the points that have a surface nearby, those that count: the nearest. */
const TRIMMED = 0.8;
/** Of all points. With fewer, a scan lies at something else. */
const MIN_SHARE = 0.2;

/** Millimetres by which the scan may leave the pressed points, in the mean: a jaw fits elsewhere, too. */
const MAX_CHANGE = 5;

interface Pair {
  /** Moved. */
  readonly point: Point3;
  /** Of the surface in the volume, outwards. */
  readonly normal: Point3;
  /** Millimetres along it from the point to the surface. */
  readonly distance: number;
}

/**
 * Iterative closest points with distances to planes (Chen and Medioni 1992), where the closest point is looked for
 * along the direction of the scan, and the farthest fifth does not count. undefined where too little of it lies at a
 * surface.
 */
export function alignScan(task: AlignTask): Alignment | undefined {
  let rigid = task.start;
  for (const reach of REACHES)
    for (let round = 0; round < ROUNDS; round += 1) {
      const pairs = trim(findPairs(task, rigid, reach));
      const change = improve(pairs);
      if (!change) return undefined;
      rigid = compose(change, rigid);
    }
  const found = findPairs(task, rigid, REACHES.at(-1) ?? 0);
  const pairs = trim(found);
  const share = (found.length * 3) / task.points.length;
  if (share < MIN_SHARE || measureChange(task, rigid) > MAX_CHANGE) return undefined;
  const squares = pairs.reduce((sum, pair) => sum + pair.distance ** 2, 0);
  return { rigid, rms: Math.sqrt(squares / pairs.length), share };
}

function measureChange({ points, start }: AlignTask, rigid: Rigid): number {
  let sum = 0;
  for (let at = 0; at < points.length; at += 3) {
    const point = readPoint(points, at);
    sum += distance(movePoint(start, point), movePoint(rigid, point));
  }
  return (sum * 3) / points.length;
}

const trim = (pairs: readonly Pair[]): readonly Pair[] =>
  pairs
    .toSorted((a, b) => Math.abs(a.distance) - Math.abs(b.distance))
    .slice(0, Math.ceil(pairs.length * TRIMMED));

function findPairs({ field, threshold, points, normals }: AlignTask, rigid: Rigid, reach: number) {
  const pairs: Pair[] = [];
  for (let at = 0; at < points.length; at += 3) {
    const point = movePoint(rigid, readPoint(points, at));
    const direction = rotateDirection(rigid, readPoint(normals, at));
    const offset = findSurface(field, threshold, { point, direction, reach });
    if (offset === undefined) continue;
    const surface = along(point, direction, offset);
    const normal = normalize(scale(gradientAt(field, surface), -1));
    // The surface of something else, for example the other side of a thin wall.
    if (dot(normal, direction) < 0.5) continue;
    pairs.push({ point, normal, distance: dot(subtract(surface, point), normal) });
  }
  return pairs;
}

const readPoint = (numbers: Float32Array, at: number): Point3 => [
  numbers[at] ?? 0,
  numbers[at + 1] ?? 0,
  numbers[at + 2] ?? 0,
];

/** Where the values fall below the threshold along a direction: the nearest to the point, in millimetres from it. */
function findSurface(
  field: Field,
  threshold: number,
  ray: { readonly point: Point3; readonly direction: Point3; readonly reach: number },
): number | undefined {
  let nearest: number | undefined;
  let before = Number.NaN;
  for (let offset = -ray.reach; offset <= ray.reach; offset += STEP) {
    const value = valueAt(field, along(ray.point, ray.direction, offset));
    if (before >= threshold && value < threshold) {
      const crossing = offset - (STEP * (threshold - value)) / (before - value);
      if (nearest === undefined || Math.abs(crossing) < Math.abs(nearest)) nearest = crossing;
    }
    before = value;
  }
  return nearest;
}

/** The small rotation and shift with the least squares of the distances; undefined where the pairs do not tell it. */
function improve(pairs: readonly Pair[]): Rigid | undefined {
  const matrix = Array.from({ length: 6 }, () => new Float64Array(7));
  for (const pair of pairs) {
    const row = [...cross(pair.point, pair.normal), ...pair.normal, pair.distance];
    for (const [index, equation] of matrix.entries())
      for (const [column, value] of row.entries())
        equation[column] = (equation[column] ?? 0) + (row[index] ?? 0) * value;
  }
  const found = solve(matrix);
  if (!found) return undefined;
  const [a = 0, b = 0, c = 0, x = 0, y = 0, z = 0] = found;
  return fromVector([a, b, c], [x, y, z]);
}
