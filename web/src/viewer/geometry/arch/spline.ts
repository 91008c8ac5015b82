import { add, clamp, distance, norm, type Point3, scale, subtract } from '../vectors.ts';

/** Sections of each span in the table of arc lengths; the error is below a micrometre in an arch. */
const SECTIONS = 64;

/** One span between two control points: a cubic with these coefficients, over 0 to 1. */
type Span = readonly [Point3, Point3, Point3, Point3];

export function createSpans(points: readonly Point3[]): Span[] {
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
export function measureSections(spans: readonly Span[]): Float64Array {
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
export function parameterAt(lengths: Float64Array, position: number): number {
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

export function evaluate(spans: readonly Span[], parameter: number): Point3 {
  const [[a, b, c, d], t] = spanAt(spans, parameter);
  return add(a, scale(add(b, scale(add(c, scale(d, t)), t)), t));
}

export function derivative(spans: readonly Span[], parameter: number): Point3 {
  const [[, b, c, d], t] = spanAt(spans, parameter);
  return add(b, scale(add(scale(c, 2), scale(d, 3 * t)), t));
}

/** x and y of the curve at the end of each section. */
export const sampleOutline = (spans: readonly Span[]): Float64Array =>
  Float64Array.from({ length: 2 * (spans.length * SECTIONS + 1) }, (_, index) => {
    const point = evaluate(spans, Math.floor(index / 2) / SECTIONS);
    return index % 2 === 0 ? point[0] : point[1];
  });
