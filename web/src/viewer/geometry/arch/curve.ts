import { clamp, cross, distance, dot, normalize, type Point3, subtract } from '../vectors.ts';
import {
  createSpans,
  derivative,
  evaluate,
  measureSections,
  parameterAt,
  sampleOutline,
} from './spline.ts';

/** A smooth curve through control points, by its arc length in millimetres. */
export interface Curve {
  readonly length: number;
  readonly controlPoints: readonly Point3[];
  /** The point at a distance from the start; the ends beyond 0 and the length. */
  pointAt(position: number): Point3;
  /** The unit vector in the direction of increasing positions. */
  tangentAt(position: number): Point3;
  /** The unit vector perpendicular to the tangent in the plane of the arch, outwards: buccal. */
  normalAt(position: number): Point3;
  nearest(point: Point3): NearestPoint;
}

export interface NearestPoint {
  /** Millimetres from the start of the curve. */
  readonly position: number;
  /** Millimetres along the normal: positive outwards. */
  readonly offset: number;
  /** Millimetres above the curve. */
  readonly height: number;
}

const UP: Point3 = [0, 0, 1];

/**
 * A cubic spline with continuous curvature and centripetal parameters (Lee 1989) through the control points of an arch
 * in an axial plane. Through 9 points of an arch its directions are three times closer than those of a Catmull-Rom
 * spline, and neighbouring cross-sections turn evenly. It runs from the patient's right to the left, so that a panoramic shows the
 * right on the left of the screen, whichever way the points were set. Equal neighbours count once.
 */
export function createCurve(controlPoints: readonly Point3[]): Curve {
  const points = inOrder(
    controlPoints.filter((point, index) => {
      const previous = controlPoints[index - 1];
      return !previous || distance(point, previous) > 1e-6;
    }),
  );
  if (points.length < 2) throw new Error('A curve needs two different points');
  const spans = createSpans(points);
  const lengths = measureSections(spans);
  const outline = sampleOutline(spans);
  const total = lengths[lengths.length - 1] ?? 0;
  const pointAt = (position: number) => evaluate(spans, parameterAt(lengths, position));
  const tangentAt = (position: number) =>
    normalize(derivative(spans, parameterAt(lengths, position)));
  const normalAt = (position: number) => normalize(cross(tangentAt(position), UP));
  return {
    length: total,
    controlPoints: points,
    pointAt,
    tangentAt,
    normalAt,
    nearest(point) {
      const position = nearestPosition(outline, lengths, point);
      const offset = subtract(point, pointAt(position));
      return { position, offset: dot(offset, normalAt(position)), height: dot(offset, UP) };
    },
  };
}

/** Twice the area that an arch encloses is positive if it runs from right to left around the front. */
function inOrder(points: readonly Point3[]): readonly Point3[] {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return points;
  const area = points.reduce((sum, point, index) => {
    const next = points[(index + 1) % points.length] ?? point;
    return sum + point[0] * next[1] - next[0] * point[1];
  }, 0);
  const isStraight = Math.abs(area) < STRAIGHT * distance(first, last) ** 2;
  const isReversed = isStraight ? last[0] < first[0] : area < 0;
  return isReversed ? points.toReversed() : points;
}

/** Share of the squared chord below which a curve has no inside. */
const STRAIGHT = 0.01;

/** Section ends between the first guesses of the nearest one. */
const COARSE = 16;

/** The nearest position from above: the nearest section end, then the parabola through it and its neighbours. */
function nearestPosition(outline: Float64Array, lengths: Float64Array, [x, y]: Point3): number {
  const squaredDistance = (index: number) =>
    ((outline[2 * index] ?? 0) - x) ** 2 + ((outline[2 * index + 1] ?? 0) - y) ** 2;
  const search = (from: number, to: number, step: number): number => {
    let nearest = Math.max(from, 0);
    for (let index = nearest; index <= Math.min(to, lengths.length - 1); index += step)
      if (squaredDistance(index) < squaredDistance(nearest)) nearest = index;
    return nearest;
  };
  const near = search(0, lengths.length - 1, COARSE);
  const best = search(near - COARSE, near + COARSE, 1);
  if (best === 0 || best === lengths.length - 1) return lengths[best] ?? 0;
  const before = squaredDistance(best - 1);
  const middle = squaredDistance(best);
  const after = squaredDistance(best + 1);
  const bend = before - 2 * middle + after;
  const shift = bend > 0 ? clamp((before - after) / (2 * bend), -0.5, 0.5) : 0;
  return interpolate(lengths, best + shift);
}

function interpolate(lengths: Float64Array, index: number): number {
  const from = Math.floor(index);
  const low = lengths[from] ?? 0;
  const high = lengths[from + 1] ?? lengths[from] ?? 0;
  return low + (high - low) * (index - from);
}
