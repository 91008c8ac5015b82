import { isPoint2, isPoint3, type Point2, type Point3 } from './vectors.ts';

type Point = Point2 | Point3;

const combine = <One extends Point>(one: One, other: One, by: (a: number, b: number) => number) =>
  one.map((value, axis) => by(value, other[axis] ?? 0)) as unknown as One;

const middle = <One extends Point>(one: One, other: One): One =>
  combine(one, other, (a, b) => (a + b) / 2);

const ORIGIN = [0, 0] as const;

/** The middle of an ellipse whose points are the ends of one axis, then those of the other. */
export function findMiddle(points: readonly Point2[] | readonly Point3[]): Point {
  const [left, right] = points.filter(isPoint3);
  if (left && right) return middle(left, right);
  const [first = ORIGIN, second = ORIGIN] = points.filter(isPoint2);
  return middle(first, second);
}

const product = (one: Point, other: Point): number =>
  one.reduce((sum, value, axis) => sum + value * (other[axis] ?? 0), 0);

/**
 * The ends of both axes of the ellipse in the box between two corners. The second axis has the direction `down`, the
 * first is at right angles to it.
 */
export function ellipseInBox<One extends Point>([from, to]: readonly [One, One], down: One): One[] {
  const diagonal = combine(to, from, (a, b) => a - b);
  const height = product(diagonal, down);
  const upright = down.map((value) => value * height) as unknown as One;
  const level = combine(diagonal, upright, (a, b) => a - b);
  const centre = middle(from, to);
  const at = (axis: One, share: number) => combine(centre, axis, (a, b) => a + b * share);
  return [at(level, -0.5), at(level, 0.5), at(upright, -0.5), at(upright, 0.5)];
}

/** Moves the middle (0) or an end (1 to 4); the other end of its axis moves with it, the other axis stays. */
export function moveEllipse<One extends Point>(
  points: readonly One[],
  index: number,
  to: One,
): readonly One[] {
  const [left = to, right = to] = points;
  const centre = middle(left, right);
  if (index === 0) {
    const offset = combine(to, centre, (a, b) => a - b);
    return points.map((point) => combine(point, offset, (a, b) => a + b));
  }
  const end = points[index - 1] ?? to;
  const half = combine(end, centre, (a, b) => a - b);
  const length = product(half, half);
  const share = product(
    combine(to, centre, (a, b) => a - b),
    half,
  );
  // An axis without a length would have no direction.
  if (share <= 0 || length === 0) return points;
  const opposite = index % 2 === 1 ? index : index - 2;
  const at = (factor: number) => combine(centre, half, (a, b) => a + (b * factor * share) / length);
  return points.with(index - 1, at(1)).with(opposite, at(-1));
}

/** Points around an ellipse. */
export function ellipseOutline(points: readonly Point[], count = 48): Point[] {
  const [left = ORIGIN, right = ORIGIN, top = ORIGIN, bottom = ORIGIN] = points;
  return Array.from({ length: count + 1 }, (_, index) => {
    const angle = (2 * Math.PI * index) / count;
    const across = Math.cos(angle) / 2;
    const along = Math.sin(angle) / 2;
    return left.map(
      (value, axis) =>
        (value + (right[axis] ?? 0)) / 2 +
        ((right[axis] ?? 0) - value) * across +
        ((bottom[axis] ?? 0) - (top[axis] ?? 0)) * along,
    ) as unknown as Point;
  });
}
