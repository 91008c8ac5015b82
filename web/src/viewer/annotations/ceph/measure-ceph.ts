import type { Landmark } from '@deqiq/contract/shared/imaging/landmarks.ts';
import type { PictureScale } from '@deqiq/contract/shared/imaging/picture-scale.ts';
import { toDegrees } from '../../geometry/measure.ts';
import type { Point2 } from '../../geometry/vectors.ts';
import type { Content } from '../kinds.ts';
import type { CephLine, CephPoint, Formula } from './formulas.ts';

/** A landmark in millimetres, or in pixels of unknown size; undefined where it is not placed. */
export type FindLandmark = (name: Landmark) => Point2 | undefined;

/** A cephalogram that was projected from a volume is parallel: its points are millimetres of the patient. */
export const findCephScale = ({ plane }: Content<'ceph'>, picture: PictureScale): PictureScale =>
  plane ? { kind: 'calibrated', millimetresPerPixel: [1, 1] } : picture;

export function createFinder(ceph: Content<'ceph'>, picture: PictureScale): FindLandmark {
  const { names, points } = ceph;
  const [across, down] = findCephScale(ceph, picture).millimetresPerPixel;
  const placed = new Map(names.map((name, at) => [name, points[at]]));
  return (name) => {
    const point = placed.get(name);
    return point && [point[0] * across, point[1] * down];
  };
}

/** Degrees or the unit of the finder; undefined where a landmark is missing. */
export function evaluate(formula: Formula, find: FindLandmark): number | undefined {
  if (formula.kind === 'distance') return measureDistance(formula.point, formula.line, find);
  const [from, to] = formula.lines.map((line) => findDirection(line, find));
  if (!from || !to) return undefined;
  const degrees = toDegrees(Math.atan2(cross(from, to), dot(from, to)));
  if (formula.kind === 'angle') return Math.abs(degrees);
  const side = findSide(find);
  return side && side * degrees;
}

function measureDistance(
  measured: CephPoint,
  line: CephLine,
  find: FindLandmark,
): number | undefined {
  const direction = findDirection(line, find);
  const offset = findDirection([line[0], measured], find, 0);
  const side = findSide(find);
  return direction && offset && side
    ? (-side * cross(direction, offset)) / Math.hypot(...direction)
    : undefined;
}

/** Landmarks below the line from the back to the front of the skull. */
const BELOW = ['A', 'Me', 'Gn', 'Pog', 'B', 'Go'] as const satisfies readonly Landmark[];

/** 1 where the patient looks to the right of an upright picture, -1 to the left, however it was turned. */
export function findSide(find: FindLandmark): 1 | -1 | undefined {
  const lines = [
    ['S', 'N'],
    ['Po', 'Or'],
  ] as const satisfies readonly CephLine[];
  for (const line of lines)
    for (const name of BELOW) {
      const front = findDirection(line, find);
      const down = findDirection([line[0], name], find);
      if (front && down) return cross(front, down) > 0 ? 1 : -1;
    }
  return undefined;
}

/** undefined where the line is shorter than `min`, which has no direction. */
function findDirection(
  [from, to]: CephLine,
  find: FindLandmark,
  min = Number.MIN_VALUE,
): Point2 | undefined {
  const a = findPoint(from, find);
  const b = findPoint(to, find);
  const direction = a && b && ([b[0] - a[0], b[1] - a[1]] as const);
  return direction && Math.hypot(...direction) >= min ? direction : undefined;
}

function findPoint(point: CephPoint, find: FindLandmark): Point2 | undefined {
  if (typeof point === 'string') return find(point);
  const [a, b] = point.map(find);
  return a && b && [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

const cross = (a: Point2, b: Point2): number => a[0] * b[1] - a[1] * b[0];
const dot = (a: Point2, b: Point2): number => a[0] * b[0] + a[1] * b[1];
