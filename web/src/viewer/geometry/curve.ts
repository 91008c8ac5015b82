import {
  add,
  clamp,
  cross,
  distance,
  dot,
  norm,
  normalize,
  type Point3,
  scale,
  subtract,
} from './vectors.ts';

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

/** Sections of each span in the table of arc lengths; the error is below a micrometre in an arch. */
const SECTIONS = 64;

/** One span between two control points: a cubic with these coefficients, over 0 to 1. */
type Span = readonly [Point3, Point3, Point3, Point3];

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

function createSpans(points: readonly Point3[]): Span[] {
  const times = points
    .slice(1)
    .map((point, index) => Math.sqrt(distance(points[index] ?? point, point)));
  const velocities = velocitiesAt(points, times);
  return times.map((time, index): Span => {
    const from = points[index] as Point3;
    const chord = subtract(points[index + 1] as Point3, from);
    const start = scale(velocities[index] as Point3, time);
    const end = scale(velocities[index + 1] as Point3, time);
    return [
      from,
      start,
      subtract(scale(chord, 3), add(scale(start, 2), end)),
      subtract(add(start, end), scale(chord, 2)),
    ];
  });
}

/**
 * The velocities at the control points that make the curvature continuous: a tridiagonal system, solved by elimination.
 * The curvature of the first and last span is constant.
 */
function velocitiesAt(points: readonly Point3[], times: readonly number[]): readonly Point3[] {
  const speeds = times.map((time, index) =>
    scale(subtract(points[index + 1] as Point3, points[index] as Point3), 1 / time),
  );
  const last = points.length - 1;
  const rows = points.map((_, index) => {
    const before = speeds[index - 1];
    const after = speeds[index];
    if (!before) return { below: 0, own: 1, above: 1, sum: scale(after as Point3, 2) };
    if (!after)
      return {
        below: 1,
        own: last === 1 ? 2 : 1,
        above: 0,
        sum: scale(before, last === 1 ? 3 : 2),
      };
    const a = 1 / (times[index - 1] ?? 1);
    const b = 1 / (times[index] ?? 1);
    return {
      below: a,
      own: 2 * (a + b),
      above: b,
      sum: add(scale(before, 3 * a), scale(after, 3 * b)),
    };
  });
  for (const [index, row] of rows.entries()) {
    const previous = rows[index - 1];
    if (!previous) continue;
    const factor = row.below / previous.own;
    row.own -= factor * previous.above;
    row.sum = subtract(row.sum, scale(previous.sum, factor));
  }
  const velocities: Point3[] = [];
  for (let index = last; index >= 0; index -= 1) {
    const { own, above, sum } = rows[index] as (typeof rows)[number];
    velocities[index] = scale(subtract(sum, scale(velocities[index + 1] ?? sum, above)), 1 / own);
  }
  return velocities;
}

/** Arc length from the start to each section's end; the table starts with 0. */
function measureSections(spans: readonly Span[]): Float64Array {
  const lengths = new Float64Array(spans.length * SECTIONS + 1);
  for (let index = 1; index < lengths.length; index += 1) {
    // Simpson's rule on the speed of the section.
    const speeds = [index - 1, index - 0.5, index].map((at) =>
      norm(derivative(spans, at / SECTIONS)),
    );
    const [from = 0, middle = 0, to = 0] = speeds;
    lengths[index] = (lengths[index - 1] ?? 0) + (from + 4 * middle + to) / 6 / SECTIONS;
  }
  return lengths;
}

/** The parameter (span number plus share) at an arc length. */
function parameterAt(lengths: Float64Array, position: number): number {
  const total = lengths[lengths.length - 1] ?? 0;
  const target = clamp(position, 0, total);
  let low = 0;
  let high = lengths.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((lengths[middle] ?? 0) <= target) low = middle;
    else high = middle;
  }
  const from = lengths[low] ?? 0;
  const to = lengths[high] ?? 0;
  return (low + (to > from ? (target - from) / (to - from) : 0)) / SECTIONS;
}

function spanAt(spans: readonly Span[], parameter: number): readonly [Span, number] {
  const index = clamp(Math.floor(parameter), 0, spans.length - 1);
  return [spans[index] as Span, parameter - index];
}

function evaluate(spans: readonly Span[], parameter: number): Point3 {
  const [[a, b, c, d], t] = spanAt(spans, parameter);
  return add(a, scale(add(b, scale(add(c, scale(d, t)), t)), t));
}

function derivative(spans: readonly Span[], parameter: number): Point3 {
  const [[, b, c, d], t] = spanAt(spans, parameter);
  return add(b, scale(add(scale(c, 2), scale(d, 3 * t)), t));
}

/** x and y of the curve at the end of each section. */
const sampleOutline = (spans: readonly Span[]): Float64Array =>
  Float64Array.from({ length: 2 * (spans.length * SECTIONS + 1) }, (_, index) => {
    const point = evaluate(spans, Math.floor(index / 2) / SECTIONS);
    return index % 2 === 0 ? point[0] : point[1];
  });

/**
 * The position nearest to a point as seen from above: the nearest end of a section, then the parabola through its
 * distance and those of its neighbours. Overlays call this for many points of each frame.
 */
function nearestPosition(outline: Float64Array, lengths: Float64Array, [x, y]: Point3): number {
  const squaredDistance = (index: number) =>
    ((outline[2 * index] ?? 0) - x) ** 2 + ((outline[2 * index + 1] ?? 0) - y) ** 2;
  let best = 0;
  for (let index = 1; index < lengths.length; index += 1)
    if (squaredDistance(index) < squaredDistance(best)) best = index;
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
