import { fitTemplate } from './arch/arch-template.ts';
import { type AxialProjection, type LevelValues, projectAxially } from './arch/axial-projection.ts';
import { isPartOfLongerBone } from './arch/longer-bone.ts';
import { type Field, ridgeField, smooth, toField } from './arch/ridge.ts';
import { type Curve, createCurve } from './curve.ts';
import { toDegrees, toRadians } from './measure.ts';
import { along, clamp, dot, type Point3 } from './vectors.ts';
import { findCentre, isInside, listCorners, toVoxel, type VolumeSpace } from './volume-space.ts';

/**
 * Finds the dental arch in a level of a volume: its control points in an axial plane, 5 to 9 from the patient's right
 * to the left. undefined where there is none. Takes 0.05 to 0.2 s on a desk computer: call it once the first picture is
 * drawn.
 */
export function findArch(level: LevelValues, space: VolumeSpace): readonly Point3[] | undefined {
  return findArchIn(projectAxially(level, space), space);
}

/** Rounds of the refinement, each along the normals of the curve before. */
const ROUNDS = 3;

function findArchIn(
  projection: AxialProjection,
  space: VolumeSpace,
): readonly Point3[] | undefined {
  const fit = fitTemplate(projection, ridgeField(projection));
  if (!fit || fit.points.length < 4) return undefined;
  const density = toField(projection, smooth(projection, 1));
  let curve = createCurve(fit.points.map(([x, y]): Point3 => [x, y, projection.z]));
  for (let round = 0; round < ROUNDS; round += 1) curve = refine(curve, density);
  if (!isArch(curve, density) || isPartOfLongerBone(curve, density)) return undefined;
  return findControlPoints(extend(curve, space));
}

/** Millimetres between the points of the refinement, and how far it searches on both sides of the curve. */
const STATION = 2;
const REACH = 7;

/** How much smoothness counts: bends that are shorter than about 40 mm are those of single teeth. */
const STIFFNESS = 100;

/** Moves the curve to the middle of the teeth. */
function refine(curve: Curve, density: Field): Curve {
  const positions = listStations(curve);
  const middles = positions.map((position) => middleAt(curve, position, density));
  const offsets = smoothOffsets(middles);
  return createCurve(
    positions.map((position, index) =>
      along(curve.pointAt(position), curve.normalAt(position), offsets[index] ?? 0),
    ),
  );
}

function listStations(curve: Curve): readonly number[] {
  const count = Math.max(4, Math.round(curve.length / STATION));
  return Array.from({ length: count + 1 }, (_, index) => (index / count) * curve.length);
}

/** The centre of what is dense across the curve, and how much that is. */
function middleAt(
  curve: Curve,
  position: number,
  density: Field,
): { offset: number; weight: number } {
  const point = curve.pointAt(position);
  const normal = curve.normalAt(position);
  const offsets = Array.from({ length: 2 * REACH * 2 + 1 }, (_, index) => index / 2 - REACH);
  const profile = offsets.map((offset) => {
    const [x, y] = along(point, normal, offset);
    return density(x, y);
  });
  const threshold = Math.max(...profile) / 2;
  let sum = 0;
  let weight = 0;
  for (const [index, value] of profile.entries()) {
    // The nearer of two rows is the own one.
    const above =
      Math.max(value - threshold, 0) * (1 - Math.abs(offsets[index] ?? 0) / (2 * REACH));
    sum += above * (offsets[index] ?? 0);
    weight += above;
  }
  return { offset: weight > 0 ? sum / weight : 0, weight };
}

/** Whittaker's smoother: offsets near the measured ones whose second differences are small. */
function smoothOffsets(middles: readonly { offset: number; weight: number }[]): readonly number[] {
  const total = middles.reduce((sum, { weight }) => sum + weight, 0);
  const unit = total > 0 ? middles.length / total : 0;
  const rows = middles.map(
    ({ weight }) => [weight * unit + 1e-6, 0, 0] as [number, number, number],
  );
  const sums = middles.map(({ offset, weight }) => offset * (weight * unit + 1e-6));
  const penalty = [1, -2, 1];
  for (let first = 0; first + 2 < rows.length; first += 1)
    for (let a = 0; a < 3; a += 1)
      for (let b = a; b < 3; b += 1) {
        const row = rows[first + a];
        if (row) row[b - a] = (row[b - a] ?? 0) + STIFFNESS * (penalty[a] ?? 0) * (penalty[b] ?? 0);
      }
  return solveBanded(rows, sums);
}

/** Solves a symmetric positive system whose rows have the diagonal and two elements to its right. */
function solveBanded(rows: readonly [number, number, number][], sums: number[]): readonly number[] {
  for (const [index, row] of rows.entries())
    for (let below = 1; below <= 2; below += 1) {
      const other = rows[index + below];
      if (!other) continue;
      const factor = (row[below] ?? 0) / row[0];
      for (let column = below; column <= 2; column += 1)
        other[column - below] = (other[column - below] ?? 0) - factor * (row[column] ?? 0);
      sums[index + below] = (sums[index + below] ?? 0) - factor * (sums[index] ?? 0);
    }
  const solution: number[] = [];
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const row = rows[index] ?? [1, 0, 0];
    const others = row[1] * (solution[index + 1] ?? 0) + row[2] * (solution[index + 2] ?? 0);
    solution[index] = ((sums[index] ?? 0) - others) / row[0];
  }
  return solution;
}

/** Minima of an arch: length in millimetres, and the share of it that is denser than both sides. */
const MIN_LENGTH = 35;
const MIN_RIDGE = 0.6;
/** Degrees by which an arch bends somewhere within so many millimetres. The forehead is flatter. */
const MIN_BEND = 60;
const BEND_LENGTH = 40;
/** Degrees between the patient's left and any part of an arch: it opens behind, also of a rotated head. */
const MAX_TURN = 105;
/** Where the sides are compared with the middle, and by how much it has to be denser. */
const BESIDE = 10;
const CONTRAST = 1.5;

function isArch(curve: Curve, density: Field): boolean {
  if (curve.length < MIN_LENGTH || measureBend(curve) < MIN_BEND) return false;
  const stations = listStations(curve);
  const minLeft = Math.cos(toRadians(MAX_TURN));
  if (stations.some((position) => curve.tangentAt(position)[0] < minLeft)) return false;
  const onRidge = stations.filter((position) => {
    const point = curve.pointAt(position);
    const normal = curve.normalAt(position);
    const at = (offset: number) => {
      const [x, y] = along(point, normal, offset);
      return density(x, y);
    };
    return at(0) > CONTRAST * Math.max(at(BESIDE), at(-BESIDE));
  });
  return onRidge.length >= MIN_RIDGE * stations.length;
}

/** The largest angle between two tangents of the curve at BEND_LENGTH, degrees. */
function measureBend(curve: Curve): number {
  const bends = listStations(curve).map((position) => {
    const end = curve.tangentAt(Math.min(position + BEND_LENGTH, curve.length));
    return Math.acos(clamp(dot(curve.tangentAt(position), end), -1, 1));
  });
  return toDegrees(Math.max(...bends));
}

/** Millimetres by which the curve continues behind the last teeth. */
const EXTENSION = 8;

function extend(curve: Curve, space: VolumeSpace): Curve {
  const points = listStations(curve).map((position) => curve.pointAt(position));
  const before = along(curve.pointAt(0), curve.tangentAt(0), -EXTENSION);
  const after = along(curve.pointAt(curve.length), curve.tangentAt(curve.length), EXTENSION);
  const inside = (point: Point3) => (isInside(space, toVoxel(space, point)) ? [point] : []);
  return createCurve([...inside(before), ...points, ...inside(after)]);
}

/** How much closer control points are where the curve bends: twice at a radius of 20 mm. */
const BEND_WEIGHT = 20;

function findControlPoints(curve: Curve): readonly Point3[] {
  const count = clamp(Math.round(curve.length / 12) + 1, 5, 9);
  const stations = listStations(curve);
  const sums = [0];
  for (let index = 1; index < stations.length; index += 1) {
    const from = stations[index - 1] ?? 0;
    const to = stations[index] ?? 0;
    const turned = Math.acos(clamp(dot(curve.tangentAt(from), curve.tangentAt(to)), -1, 1));
    sums.push((sums[index - 1] ?? 0) + to - from + BEND_WEIGHT * turned);
  }
  const total = sums.at(-1) ?? 0;
  return Array.from({ length: count }, (_, index) => {
    const target = (total * index) / (count - 1);
    const after = clamp(
      sums.findIndex((sum) => sum >= target - 1e-9),
      1,
      sums.length - 1,
    );
    const low = sums[after - 1] ?? 0;
    const high = sums[after] ?? 0;
    const from = stations[after - 1] ?? 0;
    const to = stations[after] ?? 0;
    return curve.pointAt(from + ((to - from) * (target - low)) / (high - low));
  });
}

/** Where each control point of the default arch lies: share of the half width, from the right to the left. */
const DEFAULT_SHARES = [-1, -0.85, -0.5, 0, 0.5, 0.85, 1];

/** An arch of average form in the middle of the volume, for volumes in which none is found. */
export function defaultArch(space: VolumeSpace): readonly Point3[] {
  const corners = listCorners(space);
  const extent = (axis: 0 | 1) => {
    const values = corners.map((corner) => corner[axis]);
    return Math.max(...values) - Math.min(...values);
  };
  const halfWidth = Math.min(26, extent(0) * 0.38);
  const depth = Math.min(40, extent(1) * 0.7);
  const [x, y, z] = findCentre(space);
  return DEFAULT_SHARES.map((share) => [
    x + share * halfWidth,
    y + (Math.abs(share) ** 2.3 - 0.5) * depth,
    z,
  ]);
}
