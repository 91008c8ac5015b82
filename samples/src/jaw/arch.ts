/**
 * The dental arch: one curve seen from above, along which every tooth, the alveolar bone and the mandible are placed.
 * `s` is the arc length in mm (0 between the central incisors, negative on the patient's right), `d` the distance
 * from the curve in mm (positive towards the cheek), `z` the height.
 */
const DEPTH = 52;
const HALF_WIDTH = 31;
const POWER = 2.35;
const STEP = 0.25;

export interface ArchPoint {
  /** mm to the patient's left. */
  x: number;
  /** mm backwards from the incisors. */
  y: number;
}

const depthAt = (x: number) => DEPTH * (x / HALF_WIDTH) ** POWER;
const slopeAt = (x: number) => ((DEPTH * POWER) / HALF_WIDTH) * (x / HALF_WIDTH) ** (POWER - 1);

/** Points every STEP mm of arc length, from the midline backwards; the last section is straight (the rami). */
const table: ArchPoint[] = (() => {
  const points: ArchPoint[] = [{ x: 0, y: 0 }];
  let x = 0;
  while (x < HALF_WIDTH) {
    const ahead = x + STEP / 2 / Math.hypot(1, slopeAt(x));
    x += STEP / Math.hypot(1, slopeAt(ahead));
    points.push({ x, y: depthAt(x) });
  }
  return points;
})();

export const ARCH_HALF_LENGTH = (table.length - 1) * STEP;

/** The point of the arch at `s` mm. */
export function archPoint(s: number): ArchPoint {
  const side = s < 0 ? -1 : 1;
  const position = Math.abs(s) / STEP;
  const index = Math.min(Math.floor(position), table.length - 2);
  const from = table[index] as ArchPoint;
  const to = table[index + 1] as ArchPoint;
  const part = position - index;
  return { x: side * (from.x + (to.x - from.x) * part), y: from.y + (to.y - from.y) * part };
}

/** The outward unit vector at `s`, towards lip and cheek. */
export function archNormal(s: number): ArchPoint {
  const before = archPoint(s - STEP);
  const after = archPoint(s + STEP);
  const length = Math.hypot(after.x - before.x, after.y - before.y);
  return { x: (after.y - before.y) / length, y: -(after.x - before.x) / length };
}

/** The arch coordinates of a point seen from above: the nearest `s` and the signed distance `d`. */
export function locate(x: number, y: number): { s: number; d: number } {
  const side = x < 0 ? -1 : 1;
  const ax = Math.abs(x);
  let low = 0;
  let high = 130;
  // The distance to a convex curve has one minimum in each half, which golden-section search finds.
  for (let i = 0; i < 24; i++) {
    const a = high - (high - low) * 0.618;
    const b = low + (high - low) * 0.618;
    if (squareDistance(a, ax, y) < squareDistance(b, ax, y)) high = b;
    else low = a;
  }
  const s = (low + high) / 2;
  const foot = archPoint(s);
  const normal = archNormal(s);
  return { s: side * s, d: (ax - foot.x) * normal.x + (y - foot.y) * normal.y };
}

function squareDistance(s: number, x: number, y: number): number {
  const point = archPoint(s);
  return (point.x - x) ** 2 + (point.y - y) ** 2;
}
