import type { Point2 } from '../vectors.ts';
import {
  fromLevel,
  listCorners,
  toVoxel,
  toVoxelOffset,
  type VolumeSpace,
} from '../volume/volume-space.ts';

/** A level of a volume in memory. */
export interface LevelValues {
  /** How many full-resolution voxels one voxel covers in each direction. */
  readonly scale: number;
  readonly width: number;
  readonly height: number;
  readonly slices: number;
  readonly values: Uint8Array | Uint16Array;
}

/** The dense parts of a slab at the height of the teeth, seen from above on a grid of patient coordinates. */
export interface AxialProjection {
  /** x and y of the first pixel's centre, millimetres. */
  readonly origin: Point2;
  readonly millimetresPerPixel: number;
  readonly width: number;
  readonly height: number;
  /** 0 (nothing dense) to 1, row by row. */
  readonly values: Float32Array;
  /** z of the middle of the slab. */
  readonly z: number;
}

/** Finer grids do not find the arch any better. */
const MIN_PIXEL = 1;

/** Height of the slab: the crowns of both jaws. */
const SLAB = 14;

/**
 * Projects the slab in which most of the densest tissue lies. Values between the 80th and the 99.5th percentile count
 * from 0 to 1: bone a little, teeth fully, and metal no more than teeth.
 */
export function projectAxially(level: LevelValues, space: VolumeSpace): AxialProjection {
  const corners = listCorners(space);
  const low = (axis: 0 | 1 | 2) => Math.min(...corners.map((corner) => corner[axis]));
  const high = (axis: 0 | 1 | 2) => Math.max(...corners.map((corner) => corner[axis]));
  const pixel = Math.max(MIN_PIXEL, Math.min(...space.spacing) * level.scale);
  const [width, height, layers] = ([0, 1, 2] as const).map((axis) =>
    Math.max(1, Math.floor((high(axis) - low(axis)) / pixel)),
  ) as [number, number, number];
  const origin: Point2 = [low(0) + pixel / 2, low(1) + pixel / 2];
  const grid = { origin, millimetresPerPixel: pixel, width, height };
  const weights = densityWeights(level.values);
  const all = Array.from({ length: layers }, (_, layer) =>
    sampleLayer(level, space, grid, low(2) + (layer + 0.5) * pixel, weights),
  );
  const first = densestSlab(all, Math.max(1, Math.round(SLAB / pixel)));
  const slab = all.slice(first, first + Math.max(1, Math.round(SLAB / pixel)));
  const values = new Float32Array(width * height);
  for (const layer of slab)
    for (let index = 0; index < values.length; index += 1)
      values[index] = (values[index] ?? 0) + (layer[index] ?? 0) / slab.length / 255;
  return { ...grid, values, z: low(2) + (first + slab.length / 2) * pixel };
}

/** Weight of each stored value, 0 to 255. */
function densityWeights(values: Uint8Array | Uint16Array): Uint8Array {
  const histogram = new Uint32Array(values instanceof Uint8Array ? 256 : 65_536);
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? 0;
    histogram[value] = (histogram[value] ?? 0) + 1;
  }
  const percentile = (share: number) => {
    let remaining = values.length * share;
    return Math.max(
      0,
      histogram.findIndex((count) => {
        remaining -= count;
        return remaining < 0;
      }),
    );
  };
  const from = percentile(0.8);
  const to = percentile(0.995);
  const weights = new Uint8Array(histogram.length);
  for (let value = from + 1; value < weights.length; value += 1)
    weights[value] = Math.min(((value - from) / Math.max(to - from, 1)) * 255, 255);
  return weights;
}

/** One layer by its nearest voxels; 0 outside of the volume. */
function sampleLayer(
  level: LevelValues,
  space: VolumeSpace,
  { origin, millimetresPerPixel, width, height }: Omit<AxialProjection, 'values' | 'z'>,
  z: number,
  weights: Uint8Array,
): Uint8Array {
  const { scale, values, width: columns, height: rows, slices } = level;
  const [stepX, stepY, stepZ] = toVoxelOffset(space, [millimetresPerPixel / scale, 0, 0]);
  const shift = fromLevel(0, scale, 'mean');
  const layer = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    const start = toVoxel(space, [origin[0], origin[1] + row * millimetresPerPixel, z]);
    let x = (start[0] - shift) / scale + 0.5;
    let y = (start[1] - shift) / scale + 0.5;
    let depth = (start[2] - shift) / scale + 0.5;
    for (let column = 0; column < width; column += 1) {
      if (x >= 0 && y >= 0 && depth >= 0 && x < columns && y < rows && depth < slices) {
        const index = (Math.floor(depth) * rows + Math.floor(y)) * columns + Math.floor(x);
        layer[row * width + column] = weights[values[index] ?? 0] ?? 0;
      }
      x += stepX;
      y += stepY;
      depth += stepZ;
    }
  }
  return layer;
}

/** The first of `count` neighbouring layers with most of the densest tissue: squares, so that enamel outweighs bone. */
function densestSlab(layers: readonly Uint8Array[], count: number): number {
  const sums = layers.map((layer) => layer.reduce((sum, value) => sum + value * value, 0));
  let best = 0;
  let bestSum = -1;
  for (let first = 0; first + count <= sums.length || first === 0; first += 1) {
    const sum = sums.slice(first, first + count).reduce((a, b) => a + b, 0);
    if (sum > bestSum) [best, bestSum] = [first, sum];
  }
  return best;
}
