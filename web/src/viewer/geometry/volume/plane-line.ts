import { dot, type Point2, type Size, subtract } from '../vectors.ts';
import { depthDirection, type PlaneView } from './planes.ts';

/** Where another plane cuts this one: a segment across the pane; undefined where they are parallel or it is outside. */
export function planeLine(
  view: PlaneView,
  paneSize: Size,
  other: PlaneView,
): readonly [Point2, Point2] | undefined {
  const normal = depthDirection(other);
  const { right, down, millimetresPerPixel, centre } = view;
  const across = dot(normal, right) * millimetresPerPixel;
  const upright = dot(normal, down) * millimetresPerPixel;
  const steepness = Math.hypot(across, upright);
  if (steepness < millimetresPerPixel * MIN_CROSSING) return undefined;
  // All points of the pane with across × x + upright × y = target, from the middle of the pane.
  const target = dot(subtract(other.centre, centre), normal) / steepness;
  const nx = across / steepness;
  const ny = upright / steepness;
  const middle: Point2 = [paneSize.width / 2 + nx * target, paneSize.height / 2 + ny * target];
  return clipLine(middle, [-ny, nx], paneSize);
}

/** Sine of the angle below which planes count as parallel. */
const MIN_CROSSING = 0.01;

function clipLine(
  through: Point2,
  direction: Point2,
  { width, height }: Size,
): readonly [Point2, Point2] | undefined {
  let from = Number.NEGATIVE_INFINITY;
  let to = Number.POSITIVE_INFINITY;
  for (const [axis, limit] of [width, height].entries()) {
    const start = through[axis] ?? 0;
    const step = direction[axis] ?? 0;
    if (Math.abs(step) < 1e-12) {
      if (start < 0 || start > limit) return undefined;
      continue;
    }
    const a = -start / step;
    const b = (limit - start) / step;
    from = Math.max(from, Math.min(a, b));
    to = Math.min(to, Math.max(a, b));
  }
  if (!(from < to)) return undefined;
  const at = (amount: number): Point2 => [
    through[0] + direction[0] * amount,
    through[1] + direction[1] * amount,
  ];
  return [at(from), at(to)];
}
