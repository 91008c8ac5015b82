import { along, cross, distance, normalize, type Point3, scale, subtract } from '../vectors.ts';
import type { Curve } from './curve.ts';
import type { Field } from './ridge.ts';

/** Millimetres of a step, how far a bone is followed, and how far beside the path its middle is searched. */
const STEP = 2;
const MAX_LENGTH = 60;
const REACH = 4;

/** Share of the curve's own density that its continuation has at least. */
const MIN_SHARE = 0.5;

const UP: Point3 = [0, 0, 1];

/**
 * Whether the dense ridge under a curve continues far beyond one of its ends, or back to the other. Behind the teeth is
 * the ramus, about 35 mm deep; what is longer is another bone, as the vault of the skull or a vertebra.
 */
export function isPartOfLongerBone(curve: Curve, density: Field): boolean {
  const enough = MIN_SHARE * findMedian(curve, density);
  const start = { point: curve.pointAt(0), direction: scale(curve.tangentAt(0), -1) };
  const end = { point: curve.pointAt(curve.length), direction: curve.tangentAt(curve.length) };
  return (
    continues(start, end.point, enough, density) || continues(end, start.point, enough, density)
  );
}

type CurveEnd = { readonly point: Point3; readonly direction: Point3 };

function continues(from: CurveEnd, other: Point3, enough: number, density: Field): boolean {
  let { point, direction } = from;
  for (let length = 0; length < MAX_LENGTH; length += STEP) {
    const next = middleNear(along(point, direction, STEP), direction, density);
    if (density(next[0], next[1]) < enough) return false;
    if (distance(next, other) <= REACH) return true;
    direction = normalize(subtract(next, point));
    point = next;
  }
  return true;
}

function findMedian(curve: Curve, density: Field): number {
  const count = Math.max(1, Math.round(curve.length / STEP));
  const values = Array.from({ length: count + 1 }, (_, index) => {
    const [x, y] = curve.pointAt((index / count) * curve.length);
    return density(x, y);
  }).sort((a, b) => a - b);
  return values[values.length >> 1] ?? 0;
}

/** The middle of what is dense across the path. */
function middleNear(point: Point3, direction: Point3, density: Field): Point3 {
  const normal = normalize(cross(direction, UP));
  let sum = 0;
  let weight = 0;
  for (let offset = -REACH; offset <= REACH; offset += 0.5) {
    const [x, y] = along(point, normal, offset);
    const value = density(x, y);
    sum += value * offset;
    weight += value;
  }
  return along(point, normal, weight > 0 ? sum / weight : 0);
}
