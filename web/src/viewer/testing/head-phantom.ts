import { randomFrom } from '@deqiq/testkit/random.ts';
import { type Grid, gridPoint } from '../geometry/registration/grid.ts';
import { invertRigid, movePoint, type Rigid } from '../geometry/registration/rigid.ts';
import { add, type Point3, subtract } from '../geometry/vectors.ts';

/** Hounsfield units of a head with a jaw at a point; its middle is [0, 0, 0]. */
export function headAt([x, y, z]: Point3, variant = 0): number {
  const skin = Math.hypot(x / 42, (y + 2) / 46, z / 60) - 1;
  if (skin > 0) return -1000;
  const air = Math.hypot((Math.abs(x) - 16) / (9 + variant), (y + 14) / 11, (z - 20) / 12) < 1;
  const throat = Math.hypot(x / 7, (y - 22) / 5) < 1;
  if (air || throat) return -950;
  const radius = Math.hypot(x, (y - 10) * (0.85 + variant * 0.05));
  const isArch = y < 12 && Math.abs(radius - 30) < 5;
  if (isArch && Math.abs(z + 22) < 11) return Math.abs(radius - 30) > 3.5 ? 1400 : 500;
  const angle = Math.atan2(x, 10 - y);
  if (isArch && Math.abs(z + 5) < 6 && Math.cos(angle * (14 + variant * 3)) > -0.4) return 2000;
  if (isArch && Math.abs(z - 6) < 5) return 900;
  if (Math.hypot(x + 12, y - 30, z - 5) < 7) return 1100;
  return skin > -0.08 ? -80 : 50;
}

export type ScanOptions = {
  /** Moves the head in the machine. */
  readonly move?: Rigid;
  readonly spacing?: Point3;
  readonly size?: Point3;
  readonly middle?: Point3;
  readonly noise?: number;
  /** Changes the stored value of Hounsfield units. */
  readonly tone?: (density: number) => number;
  readonly variant?: number;
  /** Outside of a cylinder around the axis of this radius there is nothing. */
  readonly field?: number;
};

/** The head on a grid; each voxel is a mean of eight points. */
export function scanHead({
  move = {
    rotation: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    shift: [0, 0, 0],
  },
  spacing = [1, 1, 1],
  size = [96, 104, 128],
  middle = [0, 0, 0],
  noise = 0,
  tone = (density) => density + 1024,
  variant = 0,
  field = Number.POSITIVE_INFINITY,
}: ScanOptions): Grid {
  const [columns, rows, slices] = size;
  const values = new Float32Array(columns * rows * slices);
  const origin = middle.map(
    (at, axis) => at - (((size[axis] ?? 1) - 1) / 2) * (spacing[axis] ?? 1),
  ) as unknown as Point3;
  const grid: Grid = {
    values,
    size,
    origin,
    steps: [
      [spacing[0], 0, 0],
      [0, spacing[1], 0],
      [0, 0, spacing[2]],
    ],
  };
  const back = invertRigid(move);
  const random = randomFrom(7);
  const toHead = (voxel: Point3) => movePoint(back, gridPoint(grid, voxel));
  const first = toHead([0, 0, 0]);
  const parts = [-0.25, 0.25];
  const offsets = parts.flatMap((a) =>
    parts.flatMap((b) => parts.map((c) => subtract(toHead([a, b, c]), first))),
  );
  for (const index of values.keys()) {
    const x = index % columns;
    const y = Math.floor(index / columns) % rows;
    const z = Math.floor(index / columns / rows);
    const point = gridPoint(grid, [x, y, z]);
    if (Math.hypot(point[0] - middle[0], point[1] - middle[1]) > field) continue;
    const inHead = movePoint(back, point);
    let sum = 0;
    for (const offset of offsets) sum += headAt(add(inHead, offset), variant);
    values[index] = tone(sum / 8) + (noise > 0 ? random.normal() * noise : 0);
  }
  return grid;
}

/** The largest distance of corners of a cube of 60 mm, and the angle in degrees, between two moves. */
export function compareMoves(a: Rigid, b: Rigid): { millimetres: number; degrees: number } {
  let millimetres = 0;
  for (const x of [-30, 30])
    for (const y of [-30, 30])
      for (const z of [-30, 30]) {
        const first = movePoint(a, [x, y, z]);
        const second = movePoint(b, [x, y, z]);
        millimetres = Math.max(
          millimetres,
          Math.hypot(first[0] - second[0], first[1] - second[1], first[2] - second[2]),
        );
      }
  const trace = a.rotation.flatMap((row, i) =>
    row.map((value, j) => value * (b.rotation[i]?.[j] ?? 0)),
  );
  const cosine = (trace.reduce((sum, value) => sum + value, 0) - 1) / 2;
  return { millimetres, degrees: (Math.acos(Math.min(1, cosine)) * 180) / Math.PI };
}
