import type { Grid } from '../registration/grid.ts';
import { dot, norm, type Point3 } from '../vectors.ts';

export type RegionTask = Grid<Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer>> & {
  /** A voxel of the grid. */
  readonly seed: Point3;
  /** Stored value; air is below it. */
  readonly threshold: number;
  /** The unit vector along which heights are measured, and the lowest and highest one. */
  readonly up: Point3;
  readonly limits: readonly [low: number, high: number];
};

export type GrownRegion = {
  /** 1 in the region. */
  readonly mask: Uint8Array<ArrayBuffer>;
  /** Indices of its voxels. */
  readonly members: readonly number[];
  /** Reaches a side of the volume: its end is not in the picture. */
  readonly isLeaking: boolean;
};

/** A direction within 45 degrees of the height does not bound the region at its sides. */
export const isUpright = (step: Point3, up: Point3): boolean =>
  Math.abs(dot(step, up)) > norm(step) * Math.SQRT1_2;

/** Millimetres of the height that one voxel takes. */
export const voxelHeight = ({ steps, up }: Pick<RegionTask, 'steps' | 'up'>): number =>
  steps.reduce((sum, step) => sum + Math.abs(dot(step, up)), 0);

/** The height of a voxel's centre, millimetres. */
export function createHeight({ origin, steps, up }: RegionTask) {
  const base = dot(origin, up);
  const [dx, dy, dz] = steps.map((step) => dot(step, up)) as [number, number, number];
  return (x: number, y: number, z: number): number => base + x * dx + y * dy + z * dz;
}

/** Everything below the threshold that is joined to the seed by faces of voxels, between the limits. */
export function growRegion(task: RegionTask): GrownRegion {
  const { values, size, steps, seed, threshold, up, limits } = task;
  const [width, height, slices] = size;
  const perSlice = width * height;
  const mask = new Uint8Array(perSlice * slices);
  const heightOf = createHeight(task);
  // A voxel that a limit cuts belongs to the region in part.
  const reach = voxelHeight(task) / 2;
  const members: number[] = [];
  let isLeaking = false;
  const add = (x: number, y: number, z: number): void => {
    const index = z * perSlice + y * width + x;
    if (mask[index] || (values[index] ?? threshold) >= threshold) return;
    const at = heightOf(x, y, z);
    if (at <= limits[0] - reach || at >= limits[1] + reach) return;
    mask[index] = 1;
    members.push(index);
  };
  const bounds = steps.map((step) => !isUpright(step, up));
  add(...seed);
  // Members that are added here are visited as well.
  for (const index of members) {
    const x = index % width;
    const y = Math.floor(index / width) % height;
    const z = Math.floor(index / perSlice);
    if (bounds[0] && (x === 0 || x === width - 1)) isLeaking = true;
    if (bounds[1] && (y === 0 || y === height - 1)) isLeaking = true;
    if (bounds[2] && (z === 0 || z === slices - 1)) isLeaking = true;
    if (x > 0) add(x - 1, y, z);
    if (x < width - 1) add(x + 1, y, z);
    if (y > 0) add(x, y - 1, z);
    if (y < height - 1) add(x, y + 1, z);
    if (z > 0) add(x, y, z - 1);
    if (z < slices - 1) add(x, y, z + 1);
  }
  return { mask, members, isLeaking };
}
