import type { Film, Plane } from './film.ts';

/** A smooth line through points (s, z) in mm on the unrolled arch. */
export interface Outline {
  points: readonly (readonly [number, number])[];
  closed: boolean;
}

/** A Catmull-Rom curve through the knots, with `parts` segments between two knots. */
export function outline(
  knots: readonly (readonly [number, number])[],
  closed: boolean,
  parts = 6,
): Outline {
  const count = knots.length;
  const at = (i: number) =>
    (closed ? knots[(i + count) % count] : knots[Math.min(count - 1, Math.max(0, i))]) ?? [0, 0];
  const points: [number, number][] = [];
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const p0 = at(i - 1);
    const p1 = at(i);
    const p2 = at(i + 1);
    const p3 = at(i + 2);
    for (let k = 0; k < parts; k++) {
      const t = k / parts;
      points.push([spline(p0[0], p1[0], p2[0], p3[0], t), spline(p0[1], p1[1], p2[1], p3[1], t)]);
    }
  }
  if (!closed) points.push([...at(count - 1)] as [number, number]);
  return { points, closed };
}

function spline(a: number, b: number, c: number, d: number, t: number): number {
  return (
    0.5 *
    (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t ** 3)
  );
}

/** The outline mirrored at the midline. */
export function mirror(source: Outline): Outline {
  return { ...source, points: source.points.map(([s, z]) => [-s, z] as const) };
}

export interface DistanceField {
  x0: number;
  y0: number;
  width: number;
  height: number;
  /** mm, positive inside, clamped to the band; an open line is outside everywhere (negative). */
  values: Float32Array;
}

/** Distances to an outline at the pixels of a film, exact up to `band` mm. */
export function distanceField(film: Film, shape: Outline, band: number): DistanceField {
  const xs = shape.points.map(([s]) => (s - film.left) * film.scaleX);
  const ys = shape.points.map(([, z]) => (film.top - z) * film.scaleY);
  const x0 = Math.max(0, Math.floor(Math.min(...xs) - band * film.scaleX));
  const x1 = Math.min(film.width, Math.ceil(Math.max(...xs) + band * film.scaleX));
  const y0 = Math.max(0, Math.floor(Math.min(...ys) - band * film.scaleY));
  const y1 = Math.min(film.height, Math.ceil(Math.max(...ys) + band * film.scaleY));
  const width = Math.max(0, x1 - x0);
  const height = Math.max(0, y1 - y0);
  const field = {
    x0,
    y0,
    width,
    height,
    values: new Float32Array(width * height).fill(band * band),
  };
  const count = shape.points.length;
  for (let i = 0; i < (shape.closed ? count : count - 1); i++) {
    const from = shape.points[i] ?? [0, 0];
    const to = shape.points[(i + 1) % count] ?? [0, 0];
    nearSegment(film, field, from, to, band);
  }
  for (let i = 0; i < field.values.length; i++) {
    field.values[i] = -Math.sqrt(field.values[i] as number);
  }
  if (shape.closed) flipInside(field, xs, ys);
  return field;
}

function nearSegment(
  film: Film,
  field: DistanceField,
  from: readonly [number, number],
  to: readonly [number, number],
  band: number,
): void {
  const left = Math.max(
    field.x0,
    Math.floor((Math.min(from[0], to[0]) - band - film.left) * film.scaleX),
  );
  const right = Math.min(
    field.x0 + field.width - 1,
    Math.ceil((Math.max(from[0], to[0]) + band - film.left) * film.scaleX),
  );
  const upper = Math.max(
    field.y0,
    Math.floor((film.top - Math.max(from[1], to[1]) - band) * film.scaleY),
  );
  const lower = Math.min(
    field.y0 + field.height - 1,
    Math.ceil((film.top - Math.min(from[1], to[1]) + band) * film.scaleY),
  );
  const ds = to[0] - from[0];
  const dz = to[1] - from[1];
  const inverse = 1 / (ds * ds + dz * dz || 1);
  for (let y = upper; y <= lower; y++) {
    const pz = film.top - (y + 0.5) / film.scaleY - from[1];
    const row = (y - field.y0) * field.width - field.x0;
    for (let x = left; x <= right; x++) {
      const ps = film.left + (x + 0.5) / film.scaleX - from[0];
      let t = (ps * ds + pz * dz) * inverse;
      t = Math.min(1, Math.max(0, t));
      const es = ps - t * ds;
      const ez = pz - t * dz;
      const squared = es * es + ez * ez;
      if (squared < (field.values[row + x] as number)) field.values[row + x] = squared;
    }
  }
}

/** Even-odd rule, row by row. */
function flipInside(field: DistanceField, xs: readonly number[], ys: readonly number[]): void {
  for (let y = 0; y < field.height; y++) {
    const at = field.y0 + y + 0.5;
    const crossings: number[] = [];
    for (let i = 0; i < xs.length; i++) {
      const next = (i + 1) % xs.length;
      const ya = ys[i] as number;
      const yb = ys[next] as number;
      if (ya > at === yb > at) continue;
      const xa = xs[i] as number;
      crossings.push(xa + ((at - ya) / (yb - ya)) * ((xs[next] as number) - xa));
    }
    crossings.sort((a, b) => a - b);
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const from = Math.max(0, Math.ceil((crossings[i] as number) - 0.5) - field.x0);
      const to = Math.min(field.width, Math.ceil((crossings[i + 1] as number) - 0.5) - field.x0);
      for (let x = from; x < to; x++) {
        const index = y * field.width + x;
        field.values[index] = -(field.values[index] as number);
      }
    }
  }
}

/** Adds `shade(distance)` to every pixel inside a shape or within its band. */
export function paint(
  plane: Plane,
  film: Film,
  shape: Outline,
  band: number,
  shade: (distance: number) => number,
): void {
  const field = distanceField(film, shape, band);
  for (let y = 0; y < field.height; y++) {
    for (let x = 0; x < field.width; x++) {
      const distance = field.values[y * field.width + x] as number;
      if (distance <= -band) continue;
      const at = (field.y0 + y) * film.width + field.x0 + x;
      plane[at] = (plane[at] as number) + shade(distance);
    }
  }
}
