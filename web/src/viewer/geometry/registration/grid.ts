import { add, cross, dot, type Point3, scale } from '../vectors.ts';

type Values = Uint8Array | Uint16Array | Float32Array;

/** Values on a grid in the patient, millimetres. */
export type Grid<Stored extends Values = Values> = {
  readonly values: Stored;
  /** Numbers of columns, rows and slices. */
  readonly size: Point3;
  /** Centre of the first voxel. */
  readonly origin: Point3;
  /** From one column, row and slice to the next. */
  readonly steps: readonly [Point3, Point3, Point3];
};

export const gridPoint = ({ origin, steps: [a, b, c] }: Grid, [x, y, z]: Point3): Point3 =>
  add(origin, add(add(scale(a, x), scale(b, y)), scale(c, z)));

/** The point in the middle of a grid. */
export const gridCentre = (grid: Grid): Point3 =>
  gridPoint(grid, scale(add(grid.size, [-1, -1, -1]), 0.5));

/** Rows of the matrix from millimetres to voxels. */
export function gridInverse({
  steps: [a, b, c],
}: Pick<Grid, 'steps'>): readonly [Point3, Point3, Point3] {
  const volume = dot(a, cross(b, c));
  return [
    scale(cross(b, c), 1 / volume),
    scale(cross(c, a), 1 / volume),
    scale(cross(a, b), 1 / volume),
  ];
}

/** A grid of half as many voxels along each side: the means of eight. */
export function halve(grid: Grid): Grid {
  const { values, steps } = grid;
  const [columns, rows] = grid.size;
  const [width, height, slices] = grid.size.map((side) => side >> 1) as unknown as Point3;
  const next = new Float32Array(width * height * slices);
  const corners = [0, 1, columns, columns + 1].flatMap((at) => [at, at + columns * rows]);
  let index = 0;
  for (let z = 0; z < slices; z += 1)
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const first = (z * 2 * rows + y * 2) * columns + x * 2;
        let sum = 0;
        for (const corner of corners) sum += values[first + corner] ?? 0;
        next[index] = sum / 8;
        index += 1;
      }
  return {
    values: next,
    size: [width, height, slices],
    origin: gridPoint(grid, [0.5, 0.5, 0.5]),
    steps: [scale(steps[0], 2), scale(steps[1], 2), scale(steps[2], 2)],
  };
}

/** The value around the field of the machine: that of all eight corners; undefined where they differ. */
export function findPadding({ values, size: [width, height, slices] }: Grid): number | undefined {
  const first = values[0];
  for (const z of [0, slices - 1])
    for (const y of [0, height - 1])
      for (const x of [0, width - 1])
        if (values[(z * height + y) * width + x] !== first) return undefined;
  return first;
}
