import { add, clamp, cross, dot, norm, type Point3, scale } from '../vectors.ts';
import {
  createHeight,
  type GrownRegion,
  growRegion,
  isUpright,
  type RegionTask,
  voxelHeight,
} from './grow-region.ts';

/** A part of the region between two heights. */
export type RegionSlice = {
  /** Its middle, millimetres along the height. */
  readonly height: number;
  /** Square millimetres. */
  readonly area: number;
  readonly uncertainty: number;
  /** The middle of its voxels in the patient. */
  readonly centre: Point3;
};

export type RegionMeasures = GrownRegion & {
  /** Cubic millimetres. */
  readonly volume: number;
  readonly uncertainty: number;
  /** From the lowest one on; only those that the region reaches. */
  readonly profile: readonly RegionSlice[];
  readonly narrowest: RegionSlice | undefined;
};

/** Part of a voxel by which the surface of the region may be wrong. */
const SURFACE_ERROR = 0.25;

/** The area of a round body / the area of the faces of its voxels. */
const STAIRCASE = Math.PI / 4;

/** Grows a region and measures it. A voxel at its surface counts by the share of air that its value says. */
export function measureRegion(task: RegionTask): RegionMeasures {
  const region = growRegion(task);
  const { mask, members } = region;
  const bins = createBins(task);
  const { inner, surface } = findSurface(task, region);
  const { values, threshold, size, steps, origin } = task;
  const air = findAir(task, inner.length > 0 ? inner : members);
  // The threshold lies halfway between air and tissue.
  const contrast = Math.max(2 * (threshold - air), 1);
  const heightOf = createHeight(task);
  const [width, height] = size;
  const put = (index: number, weight: number): void => {
    const x = index % width;
    const y = Math.floor(index / width) % height;
    const z = Math.floor(index / (width * height));
    const inPlane = add(add(origin, scale(steps[0], x)), scale(steps[1], y));
    const faces = countFaces(task, mask, index);
    bins.put(heightOf(x, y, z), weight, faces, add(inPlane, scale(steps[2], z)));
  };
  for (const index of inner) put(index, 1);
  for (const index of surface)
    put(index, clamp((2 * threshold - air - (values[index] ?? threshold)) / contrast, 0, 1));
  return { ...region, ...bins.summarize() };
}

function createBins({ steps, up, limits: [low, high] }: RegionTask) {
  const extent = voxelHeight({ steps, up });
  const count = Math.max(1, Math.round((high - low) / extent));
  const step = (high - low) / count;
  const voxel = Math.abs(dot(steps[0], cross(steps[1], steps[2])));
  const edge = Math.cbrt(voxel);
  const bins = Array.from({ length: count }, () => ({
    weight: 0,
    faces: 0,
    sum: [0, 0, 0] as Point3,
  }));
  return {
    put(at: number, weight: number, faces: number, centre: Point3): void {
      const first = Math.max(0, Math.floor((at - extent / 2 - low) / step));
      const last = Math.min(count - 1, Math.floor((at + extent / 2 - low) / step));
      for (let index = first; index <= last; index += 1) {
        const bin = bins[index];
        const from = Math.max(low + index * step, at - extent / 2);
        const share = (Math.min(low + (index + 1) * step, at + extent / 2) - from) / extent;
        if (!bin || share <= 0) continue;
        bin.weight += weight * share;
        bin.faces += faces * share;
        bin.sum = add(bin.sum, scale(centre, weight * share));
      }
    },
    summarize(): Pick<RegionMeasures, 'volume' | 'uncertainty' | 'profile' | 'narrowest'> {
      const error = voxel * STAIRCASE * SURFACE_ERROR;
      const profile = bins.flatMap(({ weight, faces, sum }, index) => {
        const area = (weight * voxel) / step;
        if (area < edge * edge) return [];
        const uncertainty = (faces * error) / step;
        return [
          { height: low + (index + 0.5) * step, area, uncertainty, centre: scale(sum, 1 / weight) },
        ];
      });
      const total = (key: 'weight' | 'faces') => bins.reduce((sum, bin) => sum + bin[key], 0);
      const [first, ...others] = profile;
      return {
        volume: total('weight') * voxel,
        uncertainty: total('faces') * error,
        profile,
        narrowest: first && others.reduce((min, one) => (one.area < min.area ? one : min), first),
      };
    },
  };
}

/** Voxels with all neighbours in the region, and those of tissue and air on both sides of its surface. */
function findSurface({ values, size, threshold }: RegionTask, { mask, members }: GrownRegion) {
  const [width, height] = size;
  const rows = [-1, 0, 1].flatMap((dz) => [-1, 0, 1].map((dy) => (dz * height + dy) * width));
  const around = rows.flatMap((row) => [row - 1, row, row + 1]);
  const inner: number[] = [];
  const surface: number[] = [];
  const isAdded = new Uint8Array(mask.length);
  for (const index of members) {
    let isInner = true;
    for (const offset of around) {
      const at = index + offset;
      if (mask[at]) continue;
      isInner = false;
      // Air outside of the region lies beyond a limit or behind a wall.
      if (isAdded[at] || (values[at] ?? 0) < threshold) continue;
      isAdded[at] = 1;
      surface.push(at);
    }
    (isInner ? inner : surface).push(index);
  }
  return { inner, surface };
}

/** The mean stored value. */
const findAir = ({ values }: RegionTask, indices: readonly number[]): number =>
  indices.reduce((sum, index) => sum + (values[index] ?? 0), 0) / Math.max(indices.length, 1);

/** How many side faces of a voxel of the region look out of it. */
function countFaces(task: RegionTask, mask: Uint8Array, index: number): number {
  const [width, height] = task.size;
  if (!mask[index]) return 0;
  const offsets = [1, width, width * height];
  return task.steps.reduce((sum, step, axis) => {
    const offset = offsets[axis] ?? 0;
    if (norm(step) === 0 || isUpright(step, task.up)) return sum;
    return sum + (mask[index + offset] ? 0 : 1) + (mask[index - offset] ? 0 : 1);
  }, 0);
}
