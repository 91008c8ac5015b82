import { add, cross, distance, dot, normalize, type Point3, scale, subtract } from '../vectors.ts';

/** A rotation and then a shift, in millimetres. */
export interface Rigid {
  /** Rows of the rotation. */
  readonly rows: readonly [Point3, Point3, Point3];
  readonly shift: Point3;
}

type Triple = readonly [Point3, Point3, Point3];

export const rotate = ({ rows }: Pick<Rigid, 'rows'>, vector: Point3): Point3 => [
  dot(rows[0], vector),
  dot(rows[1], vector),
  dot(rows[2], vector),
];

export const move = (rigid: Rigid, point: Point3): Point3 => add(rotate(rigid, point), rigid.shift);

/** The vector before a rotation. */
export const rotateBack = ({ rows }: Pick<Rigid, 'rows'>, vector: Point3): Point3 =>
  add(add(scale(rows[0], vector[0]), scale(rows[1], vector[1])), scale(rows[2], vector[2]));

/** `second` after `first`. */
export function compose(second: Rigid, first: Rigid): Rigid {
  const column = (axis: number): Point3 =>
    rotate(second, [first.rows[0][axis] ?? 0, first.rows[1][axis] ?? 0, first.rows[2][axis] ?? 0]);
  return { rows: transpose([column(0), column(1), column(2)]), shift: move(second, first.shift) };
}

const transpose = ([a, b, c]: Triple): Triple => [
  [a[0], b[0], c[0]],
  [a[1], b[1], c[1]],
  [a[2], b[2], c[2]],
];

/** A rotation by a vector of radians, and a shift. */
export function fromVector(angles: Point3, shift: Point3): Rigid {
  const angle = Math.hypot(...angles);
  const axis = normalize(angles);
  const cos = Math.cos(angle);
  const rotated = (vector: Point3): Point3 =>
    add(
      add(scale(vector, cos), scale(cross(axis, vector), Math.sin(angle))),
      scale(axis, dot(axis, vector) * (1 - cos)),
    );
  return {
    rows: transpose([rotated([1, 0, 0]), rotated([0, 1, 0]), rotated([0, 0, 1])]),
    shift,
  };
}

/** The smallest distance of a point from the line through two others with which three points tell a rotation. */
const MIN_HEIGHT = 2;

/** Moves three points near three others; undefined where they lie on one line, or are other points. */
export function fromPoints(from: Triple, to: Triple): Rigid | undefined {
  const source = frameOf(from);
  const target = frameOf(to);
  if (!source || !target || !areAlike(from, to)) return undefined;
  // From the source to its frame, and from the frame of the target to the target.
  const rows = compose(
    { rows: transpose(target), shift: [0, 0, 0] },
    { rows: source, shift: [0, 0, 0] },
  ).rows;
  return { rows, shift: subtract(middle(to), rotate({ rows }, middle(from))) };
}

/** Millimetres by which the sides of both triangles may differ: with more, other spots were pressed. */
const MAX_DIFFERENCE = 5;

const areAlike = (from: Triple, to: Triple): boolean =>
  SIDES.every(
    ([a, b]) => Math.abs(distance(from[a], from[b]) - distance(to[a], to[b])) <= MAX_DIFFERENCE,
  );

const SIDES = [
  [0, 1],
  [1, 2],
  [2, 0],
] as const;

const middle = ([a, b, c]: Triple): Point3 => scale(add(add(a, b), c), 1 / 3);

/** Three directions at right angles; all three points count alike. */
function frameOf(points: Triple): Triple | undefined {
  const [a, b, c] = points;
  const normal = cross(subtract(b, a), subtract(c, a));
  const longest = Math.max(
    Math.hypot(...subtract(b, a)),
    Math.hypot(...subtract(c, a)),
    Math.hypot(...subtract(c, b)),
  );
  if (!(Math.hypot(...normal) > MIN_HEIGHT * longest)) return undefined;
  const up = normalize(normal);
  const across = normalize(subtract(a, middle(points)));
  return [across, cross(up, across), up];
}
