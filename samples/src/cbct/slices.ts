import { randomFrom } from '@deqiq/testkit/random.ts';
import { locate } from '../jaw/arch.ts';
import type { Jaw } from '../jaw/jaw.ts';
import type { Radiograph } from '../radiograph/picture.ts';
import { blur } from '../raster/blur.ts';
import { DENSITY, type Point } from './density.ts';
import { buildHead, type Head } from './head-model.ts';

/** The region of the head that a scan covers, in mm, and its voxels per mm. */
export interface Scan {
  x: readonly [number, number];
  y: readonly [number, number];
  z: readonly [number, number];
  perMm: number;
}

/** 112 mm wide and deep, 100 mm high: both jaws. */
export const BOTH_JAWS: Scan = { x: [-56, 56], y: [-14, 98], z: [-50, 50], perMm: 4 };

/** Densities shown as black and as white. */
const WINDOW = { low: -850, high: 2900 };
const NOISE = 80;

/** The detector rotates around this axis (y in mm) and covers a cylinder. */
const ROTATION_AXIS = 42;
const TURN_RADIUS = 55.5;

export interface Slicer {
  axial(z: number): Radiograph;
  coronal(y: number): Radiograph;
  sagittal(x: number): Radiograph;
  /** Pixel coordinates of a point (mm): from the left, from the front, from above. */
  toPixel(position: { x: number; y: number; z: number }): { x: number; y: number; z: number };
}

/** Cuts through one head, 12 bits, in radiological orientation: the patient's right is on the left. */
export function slicerFor(jaw: Jaw, scan: Scan = BOTH_JAWS): Slicer {
  const head = buildHead(jaw);
  const xs = spread(scan.x, scan.perMm);
  const ys = spread(scan.y, scan.perMm);
  const zs = spread(scan.z, scan.perMm).reverse();
  let floor: Point[] | undefined;
  const develop = (width: number, height: number, seed: number, at: (i: number) => Point) =>
    cut(head, { width, height, seed: jaw.seed * 7 + seed, softness: scan.perMm * 0.2 }, at);
  return {
    toPixel: ({ x, y, z }) => ({
      x: (x - scan.x[0]) * scan.perMm,
      y: (y - scan.y[0]) * scan.perMm,
      z: (scan.z[1] - z) * scan.perMm,
    }),
    axial(z) {
      floor ??= ys.flatMap((y) => xs.map((x) => placeAt(x, y)));
      const points = floor;
      return develop(xs.length, ys.length, Math.round(z * 10), (i) => raise(points[i], z));
    },
    coronal(y) {
      const row = xs.map((x) => placeAt(x, y));
      return develop(xs.length, zs.length, 1, (i) => uprightPoint(row, zs, i));
    },
    sagittal(x) {
      const row = ys.map((y) => placeAt(x, y));
      return develop(ys.length, zs.length, 2, (i) => uprightPoint(row, zs, i));
    },
  };
}

const spread = ([from, to]: readonly [number, number], perMm: number): number[] =>
  Array.from({ length: Math.round((to - from) * perMm) }, (_, i) => from + (i + 0.5) / perMm);

const placeAt = (x: number, y: number): Point => ({ ...locate(x, y), x, y, z: 0 });

function raise(position: Point | undefined, z: number): Point {
  if (!position) throw new Error('The point is outside of the scan');
  position.z = z;
  return position;
}

const uprightPoint = (row: readonly Point[], zs: readonly number[], i: number): Point =>
  raise(row[i % row.length], zs[Math.floor(i / row.length)] ?? 0);

interface Cut {
  width: number;
  height: number;
  seed: number;
  /** Blur in pixels. */
  softness: number;
}

/** Samples the densities of a cut, then applies the blur, noise and window of a scan. */
function cut(
  head: Head,
  { width, height, seed, softness }: Cut,
  at: (i: number) => Point,
): Radiograph {
  const plane = new Float32Array(width * height);
  for (let i = 0; i < plane.length; i++) {
    const point = at(i);
    plane[i] = isSeen(point.x, point.y) ? head.densityAt(point) : DENSITY.air;
  }
  blur(plane, width, height, softness);
  return { width, height, grey: digitize(plane, seed) };
}

/** Whether the detector sees a point in every position. */
export const isSeen = (x: number, y: number): boolean =>
  Math.hypot(x, y - ROTATION_AXIS) < TURN_RADIUS;

/** Densities with the noise of a scan, in its window, 12 bits. */
export function digitize(plane: Float32Array, seed: number): Uint16Array {
  const random = randomFrom(seed);
  const span = WINDOW.high - WINDOW.low;
  const grey = new Uint16Array(plane.length);
  for (let i = 0; i < grey.length; i++) {
    // The sum of two uniform numbers is close enough to normal noise, and three times as fast.
    const noise = (random.next() + random.next() - 1) * 2.4 * NOISE;
    const value = ((plane[i] as number) + noise - WINDOW.low) / span;
    grey[i] = Math.round(4095 * Math.min(1, Math.max(0, value)));
  }
  return grey;
}
