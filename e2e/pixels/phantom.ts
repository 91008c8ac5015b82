import type { Slab, Window } from '../../web/src/viewer/pixels/panes.ts';

/** A volume of known values, and what a plane of it looks like, computed without WebGL. */
type Triple = readonly [number, number, number];

export interface Phantom {
  readonly size: Triple;
  readonly values: Uint16Array;
  readonly metadata: ReturnType<typeof describe>;
}

/** Axes that are at right angles, but not those of the patient. */
const OBLIQUE = {
  column: [0.8, 0.6, 0],
  row: [-0.6, 0.8, 0],
  normal: [0, 0, 1],
} as const;

const UPRIGHT = { column: [1, 0, 0], row: [0, 1, 0], normal: [0, 0, 1] } as const;

export const SPACING: Triple = [0.5, 0.4, 0.6];
export const ORIGIN: Triple = [-11, 7, 3];

/** Waves with noise; the corner of the first voxel is the brightest. */
export function createPhantom([width, height, slices]: Triple, isOblique: boolean): Phantom {
  const values = new Uint16Array(width * height * slices);
  let seed = 1;
  for (let index = 0; index < values.length; index += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    const x = index % width;
    const y = Math.floor(index / width) % height;
    const z = Math.floor(index / (width * height));
    const wave = 1500 + 700 * Math.sin(x / 5) + 600 * Math.cos(y / 4) + 500 * Math.sin(z / 3);
    const isCorner = x < 8 && y < 8 && z < 8;
    values[index] = isCorner ? 4095 : Math.max(0, Math.round(wave + (seed % 200)));
  }
  return {
    size: [width, height, slices],
    values,
    metadata: describe([width, height, slices], isOblique),
  };
}

function describe([width, height, slices]: Triple, isOblique: boolean) {
  return {
    version: 1,
    kind: 'volume',
    width,
    height,
    slices,
    channels: 1,
    bits: 12,
    slope: 2,
    intercept: -1000,
    unit: 'HU',
    isInverse: false,
    range: [-1000, 7190],
    windows: [],
    percentiles: [-1000, 7190],
    spacing: [SPACING[0], SPACING[1]],
    spacingKind: 'calibrated',
    geometry: { origin: ORIGIN, ...(isOblique ? OBLIQUE : UPRIGHT), spacing: SPACING },
    levels: [
      { name: 'l2', scale: 1, width, height, slices, isLossless: true, lengths: [] as number[] },
    ],
  };
}

const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, part, index) => sum + part * (b[index] ?? 0), 0);

export function toPatient({ metadata }: Phantom, [column, row, slice]: Triple): Triple {
  const { geometry } = metadata;
  return [0, 1, 2].map(
    (axis) =>
      (ORIGIN[axis] ?? 0) +
      column * SPACING[0] * (geometry.column[axis] ?? 0) +
      row * SPACING[1] * (geometry.row[axis] ?? 0) +
      slice * SPACING[2] * (geometry.normal[axis] ?? 0),
  ) as unknown as Triple;
}

function toVoxel({ metadata }: Phantom, patient: readonly number[]): Triple {
  const { column, row, normal } = metadata.geometry;
  const offset = patient.map((part, axis) => part - (ORIGIN[axis] ?? 0));
  return [
    dot(offset, column) / SPACING[0],
    dot(offset, row) / SPACING[1],
    dot(offset, normal) / SPACING[2],
  ];
}

/** The value between voxels; undefined outside of the volume, which ends half a voxel beyond the last centres. */
export function valueIn(phantom: Phantom, patient: readonly number[]): number | undefined {
  const voxel = toVoxel(phantom, patient);
  const { size, values } = phantom;
  if (voxel.some((part, axis) => part < -0.5 || part > (size[axis] ?? 0) - 0.5)) return undefined;
  let sum = 0;
  for (let corner = 0; corner < 8; corner += 1) {
    let share = 1;
    const at = voxel.map((part, axis) => {
      const max = (size[axis] ?? 1) - 1;
      const limited = Math.min(Math.max(part, 0), max);
      const low = Math.min(Math.floor(limited), max - 1);
      const bit = (corner >> axis) & 1;
      share *= bit ? limited - low : 1 - (limited - low);
      return low + bit;
    }) as unknown as Triple;
    sum += share * (values[(at[2] * size[1] + at[1]) * size[0] + at[0]] ?? 0);
  }
  return sum;
}

/** The mean, the maximum or the minimum along a direction; as many samples as the renderer takes. */
export function slabIn(
  phantom: Phantom,
  patient: readonly number[],
  direction: readonly number[],
  { millimetres, mode }: Slab,
): number | undefined {
  const count = Math.max(1, Math.ceil(millimetres / Math.min(...SPACING)));
  const samples: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const distance = millimetres * ((index + 0.5) / count - 0.5);
    const sample = valueIn(
      phantom,
      patient.map((part, axis) => part + distance * (direction[axis] ?? 0)),
    );
    if (sample !== undefined) samples.push(sample);
  }
  if (samples.length === 0) return undefined;
  if (mode === 'maximum') return Math.max(...samples);
  if (mode === 'minimum') return Math.min(...samples);
  return samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
}

/** Brightness by the function LINEAR of PS3.3, C.11.2.1.2. */
export function brightness(
  pixel: number | undefined,
  { centre, width }: Window,
  isInverse = false,
  { slope, intercept }: { slope: number; intercept: number } = { slope: 2, intercept: -1000 },
): number {
  if (pixel === undefined) return 0;
  const measured = pixel * slope + intercept;
  const share = Math.min(Math.max((measured - (centre - 0.5)) / (width - 1) + 0.5, 0), 1);
  return Math.round(255 * (isInverse ? 1 - share : share));
}
