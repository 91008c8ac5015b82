import { randomFrom } from '@deqiq/testkit/random.ts';
import type { Phantom } from './phantoms.ts';
import type { Point, Shape } from './scene.ts';
import { VARIANTS, type Variant } from './variants.ts';

/** A phantom on a grid, as the server must derive it: slices in ascending order along the normal. */
export interface Scan {
  readonly variant: Variant;
  /** Numbers of columns, rows and slices. */
  readonly size: Point;
  /** Millimetres between them. */
  readonly spacing: Point;
  /** Centre of the first voxel. */
  readonly origin: Point;
  readonly normal: Point;
  /** Millimetres along the rows' direction from each slice to the next one: a tilted gantry. */
  readonly tilt: number;
  /** Hounsfield units, column by column, row by row, slice by slice. */
  readonly densities: Float32Array;
}

export interface ScanOptions {
  readonly variant?: Variant;
  /** Voxels along the extent of the phantom, if the variant does not stretch them. */
  readonly side?: number;
  /** Standard deviation of the noise, Hounsfield units. */
  readonly noise?: number;
  readonly tilt?: number;
  readonly seed?: number;
}

/** Samples a phantom. Voxels at the edge of a body are blended, so that edges have no steps. */
export function scanPhantom(
  { shapes, background, extent }: Phantom<unknown>,
  {
    variant = VARIANTS['axis-aligned'],
    side = 96,
    noise = 0,
    seed = 1,
    tilt = 0,
  }: ScanOptions = {},
): Scan {
  const { column, row, stretch } = variant;
  const normal = cross(column, row);
  const spacing = stretch.map((factor) => (extent / side) * factor) as unknown as Point;
  const size = spacing.map((step) => Math.ceil(extent / step)) as unknown as Point;
  const origin = [0, 1, 2].map((axis) =>
    [column, row, normal].reduce(
      (sum, direction, index) =>
        sum - ((direction[axis] ?? 0) * (spacing[index] ?? 0) * ((size[index] ?? 0) - 1)) / 2,
      -((row[axis] ?? 0) * tilt * ((size[2] ?? 1) - 1)) / 2,
    ),
  ) as unknown as Point;
  const scan: Scan = {
    variant,
    size,
    spacing,
    origin,
    normal,
    tilt,
    densities: new Float32Array(size[0] * size[1] * size[2]).fill(background),
  };
  for (const shape of shapes) paint(scan, shape);
  if (noise > 0) {
    const random = randomFrom(seed);
    const { densities } = scan;
    for (let index = 0; index < densities.length; index += 1)
      densities[index] = (densities[index] ?? 0) + random.normal() * noise;
  }
  return scan;
}

function paint(
  { variant, size, spacing, origin, normal, tilt, densities }: Scan,
  shape: Shape,
): void {
  const axes = [variant.column, variant.row, normal] as const;
  const edge = Math.min(...spacing);
  const ranges = axes.map((axis, index) => {
    const step = spacing[index] ?? 1;
    const middle = dot(subtract(shape.centre, origin), axis) / step;
    const reach = (shape.reach + edge) / step;
    const last = (size[index] ?? 0) - 1;
    if (index === 1 && tilt !== 0) return [0, last];
    return [Math.max(0, Math.ceil(middle - reach)), Math.min(last, Math.floor(middle + reach))];
  }) as [[number, number], [number, number], [number, number]];
  const [columns, rows, slices] = ranges;
  const at = (axis: 0 | 1 | 2, column: number, row: number, slice: number) =>
    origin[axis] +
    axes[0][axis] * column * spacing[0] +
    axes[1][axis] * (row * spacing[1] + slice * tilt) +
    axes[2][axis] * slice * spacing[2];
  for (let slice = slices[0]; slice <= slices[1]; slice += 1)
    for (let row = rows[0]; row <= rows[1]; row += 1)
      for (let column = columns[0]; column <= columns[1]; column += 1) {
        const distance = shape.distanceTo(
          at(0, column, row, slice),
          at(1, column, row, slice),
          at(2, column, row, slice),
        );
        const share = Math.min(Math.max(0.5 - distance / edge, 0), 1);
        if (share === 0) continue;
        const index = (slice * size[1] + row) * size[0] + column;
        const before = densities[index] ?? 0;
        densities[index] = before + (shape.density - before) * share;
      }
}

const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

const subtract = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
