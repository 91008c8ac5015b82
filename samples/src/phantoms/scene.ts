/** Patient coordinates in millimetres (DICOM's LPS: x to the left, y to the back, z to the head). */
export type Point = readonly [number, number, number];

/** A body of one density in a phantom. */
export interface Shape {
  /** Hounsfield units. */
  readonly density: number;
  /** A sphere around the body. */
  readonly centre: Point;
  readonly reach: number;
  /** Signed distance to the surface in millimetres, negative inside. */
  distanceTo(x: number, y: number, z: number): number;
}

export const sphere = (centre: Point, radius: number, density: number): Shape => ({
  density,
  centre,
  reach: radius,
  distanceTo: (x, y, z) => Math.hypot(x - centre[0], y - centre[1], z - centre[2]) - radius,
});

/** A cylinder with round ends. */
export function rod(from: Point, to: Point, radius: number, density: number): Shape {
  const ux = to[0] - from[0];
  const uy = to[1] - from[1];
  const uz = to[2] - from[2];
  const squared = ux * ux + uy * uy + uz * uz;
  return {
    density,
    centre: [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2],
    reach: Math.sqrt(squared) / 2 + radius,
    distanceTo(x, y, z) {
      const px = x - from[0];
      const py = y - from[1];
      const pz = z - from[2];
      const share = Math.min(Math.max((px * ux + py * uy + pz * uz) / squared, 0), 1);
      return Math.hypot(px - ux * share, py - uy * share, pz - uz * share) - radius;
    },
  };
}

/** Rods through these points, one after the other. */
export const tube = (points: readonly Point[], radius: number, density: number): Shape[] =>
  points.slice(1).map((point, index) => rod(points[index] ?? point, point, radius, density));

/** Distance of the points of the map of a wall, millimetres. */
const MAP_STEP = 0.25;

/** The first and the last of `count` points of the map that are no further than this from a position, in millimetres. */
const pointsAround = (position: number, distance: number, count: number): [number, number] => [
  Math.max(0, Math.ceil((position - distance) / MAP_STEP)),
  Math.min(count - 1, Math.floor((position + distance) / MAP_STEP)),
];

/**
 * An upright wall along a polyline that is seen from above. Where its surface is further than its thickness, the
 * distance is the thickness.
 */
export function wall(
  points: readonly Point[],
  { thickness, bottom, top, density }: Record<'thickness' | 'bottom' | 'top' | 'density', number>,
): Shape {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const left = Math.min(...xs) - thickness;
  const right = Math.max(...xs) + thickness;
  const front = Math.min(...ys) - thickness;
  const back = Math.max(...ys) + thickness;
  const sections = tube(
    points.map(([x, y]): Point => [x, y, 0]),
    thickness / 2,
    density,
  );
  // The distance as seen from above is the same at every height.
  const columns = Math.ceil((right - left) / MAP_STEP) + 1;
  const rows = Math.ceil((back - front) / MAP_STEP) + 1;
  const map = new Float32Array(columns * rows).fill(thickness);
  for (const { centre, reach, distanceTo } of sections) {
    const [firstRow, lastRow] = pointsAround(centre[1] - front, reach + thickness, rows);
    const [first, last] = pointsAround(centre[0] - left, reach + thickness, columns);
    for (let row = firstRow; row <= lastRow; row += 1)
      for (let column = first; column <= last; column += 1) {
        const distance = distanceTo(left + column * MAP_STEP, front + row * MAP_STEP, 0);
        const index = row * columns + column;
        map[index] = Math.min(map[index] ?? thickness, distance);
      }
  }
  return {
    density,
    centre: [(left + right) / 2, (front + back) / 2, (bottom + top) / 2],
    reach: Math.hypot(right - left, back - front, top - bottom) / 2,
    distanceTo(x, y, z) {
      const outside = Math.max(bottom - z, z - top);
      const column = Math.round((x - left) / MAP_STEP);
      const row = Math.round((y - front) / MAP_STEP);
      if (column < 0 || row < 0 || column >= columns || row >= rows) return thickness;
      return Math.max(map[row * columns + column] ?? thickness, outside);
    },
  };
}
