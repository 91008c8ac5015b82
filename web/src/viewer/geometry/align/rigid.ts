import {
  ARM,
  createRigid,
  movePoint,
  type Rigid,
  rotateDirection,
  transpose,
} from '../registration/rigid.ts';
import { add, cross, distance, normalize, type Point3, scale, subtract } from '../vectors.ts';

type Triple = readonly [Point3, Point3, Point3];

/** `second` after `first`. */
export function compose(second: Rigid, first: Rigid): Rigid {
  const [a, b, c] = transpose(first.rotation);
  const rotated = (column: Point3) => rotateDirection(second, column);
  return {
    rotation: transpose([rotated(a), rotated(b), rotated(c)]),
    shift: movePoint(second, first.shift),
  };
}

/** A rotation by a vector of radians, and a shift. */
export const fromVector = ([a, b, c]: Point3, [x, y, z]: Point3): Rigid =>
  createRigid([x, y, z, a * ARM, b * ARM, c * ARM], [0, 0, 0]);

/** The smallest distance of a point from the line through two others with which three points tell a rotation. */
const MIN_HEIGHT = 2;

/** Moves three points near three others; undefined where they lie on one line, or are other points. */
export function fromPoints(from: Triple, to: Triple): Rigid | undefined {
  const source = findFrame(from);
  const target = findFrame(to);
  if (!source || !target || !areAlike(from, to)) return undefined;
  // From the source to its frame, and from the frame of the target to the target.
  const { rotation } = compose(
    { rotation: transpose(target), shift: [0, 0, 0] },
    { rotation: source, shift: [0, 0, 0] },
  );
  return { rotation, shift: subtract(middle(to), rotateDirection({ rotation }, middle(from))) };
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
function findFrame(points: Triple): Triple | undefined {
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
