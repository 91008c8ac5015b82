/** Triangles over shared vertices, in millimetres. */
export interface SurfaceMesh {
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
}

export interface SurfaceOptions {
  /** Vertices along the arch, and across it. */
  readonly columns: number;
  readonly rows: number;
  /** Makes it as uneven as a scan: points lie at no grid, and triangles follow no order. */
  readonly random?: { readonly next: () => number; readonly normal: () => number } | undefined;
  /** Standard deviation of the noise, in millimetres. */
  readonly noise?: number;
}

/** Of the distance between two points, by which they lie off the grid. */
const UNEVEN = 0.7;

/** A jaw as a scanner sees it: an arch of 8 teeth on a ridge, open below. x to the right, y to the front, z up. */
export function surfacePhantom({ columns, rows, random, noise = 0 }: SurfaceOptions): SurfaceMesh {
  const positions = new Float32Array(columns * rows * 3);
  for (let column = 0; column < columns; column += 1)
    for (let row = 0; row < rows; row += 1) {
      const shift = () => (random ? UNEVEN * (random.next() - 0.5) : 0);
      const along = (column + shift()) / (columns - 1);
      const across = Math.min(1, Math.max(0, (row + shift()) / (rows - 1)));
      const point = surfacePoint(along, across);
      for (const axis of [0, 1, 2] as const)
        positions[(column * rows + row) * 3 + axis] = point[axis] + noise * (random?.normal() ?? 0);
    }
  return { positions, indices: gridIndices({ columns, rows, random }) };
}

/** A point of the phantom: along the arch and across it from the outer side, both from 0 to 1. */
export function surfacePoint(along: number, across: number): readonly [number, number, number] {
  const angle = along * Math.PI;
  const side = across * Math.PI;
  const crown = Math.abs(Math.sin(angle * 8)) ** 0.5;
  const cusps = 0.6 * Math.sin(side * 6) * Math.sin(angle * 40) * Math.sin(side);
  const radius = 26 + (4 + 2 * crown) * Math.cos(side);
  const height = (5 + 4 * crown) * Math.sin(side) ** 0.7 + cusps;
  return [radius * Math.cos(angle), radius * 1.3 * Math.sin(angle), height];
}

function gridIndices({ columns, rows, random }: SurfaceOptions): Uint32Array {
  const indices = new Uint32Array((columns - 1) * (rows - 1) * 6);
  let at = 0;
  for (let column = 0; column + 1 < columns; column += 1)
    for (let row = 0; row + 1 < rows; row += 1) {
      const first = column * rows + row;
      const next = first + rows;
      // Counterclockwise from outside, by one of both diagonals.
      const isOdd = random ? random.next() < 0.5 : (column + row) % 2 === 0;
      const corners = isOdd
        ? [first, next, first + 1, first + 1, next, next + 1]
        : [first, next, next + 1, first, next + 1, first + 1];
      indices.set(corners, at);
      at += 6;
    }
  return indices;
}
