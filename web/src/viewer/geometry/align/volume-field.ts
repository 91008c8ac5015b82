import { type Grid, gridInverse } from '../registration/grid.ts';
import { along, dot, type Point3, subtract } from '../vectors.ts';

/** One level of a volume. */
export type Field = Grid;

/** The value between voxels; NaN outside. */
export function valueAt(field: Field, point: Point3): number {
  const [width, height, slices] = field.size;
  const [x, y, z] = toVoxel(field, point);
  const column = Math.floor(x);
  const row = Math.floor(y);
  const slice = Math.floor(z);
  if (!(column >= 0 && row >= 0 && slice >= 0)) return Number.NaN;
  if (column + 1 >= width || row + 1 >= height || slice + 1 >= slices) return Number.NaN;
  const { values } = field;
  const line = (at: number) =>
    (values[at] ?? 0) + ((values[at + 1] ?? 0) - (values[at] ?? 0)) * (x - column);
  const plane = (at: number) => {
    const upper = line(at);
    return upper + (line(at + width) - upper) * (y - row);
  };
  const first = plane((slice * height + row) * width + column);
  const second = plane(((slice + 1) * height + row) * width + column);
  return first + (second - first) * (z - slice);
}

/** Millimetres to both sides over which a gradient is taken: noise counts less. */
const REACH = 0.5;

/** The direction in which values rise. */
export function gradientAt(field: Field, point: Point3): Point3 {
  const slope = (axis: Point3) =>
    valueAt(field, along(point, axis, REACH)) - valueAt(field, along(point, axis, -REACH));
  const gradient: Point3 = [slope([1, 0, 0]), slope([0, 1, 0]), slope([0, 0, 1])];
  return gradient.every(Number.isFinite) ? gradient : [0, 0, 0];
}

const inverses = new WeakMap<Field, readonly [Point3, Point3, Point3]>();

function toVoxel(field: Field, point: Point3): Point3 {
  const rows = inverses.get(field) ?? gridInverse(field);
  inverses.set(field, rows);
  const offset = subtract(point, field.origin);
  return [dot(rows[0], offset), dot(rows[1], offset), dot(rows[2], offset)];
}
