import { along, clamp, dot, type Point3 } from '../vectors.ts';
import { isInside, toVoxel, type VolumeSpace } from '../volume/volume-space.ts';
import { type Curve, createCurve } from './curve.ts';

/** Millimetres between neighbouring stations. */
const STATION = 2;

export function listStations(curve: Curve): readonly number[] {
  const count = Math.max(4, Math.round(curve.length / STATION));
  return Array.from({ length: count + 1 }, (_, index) => (index / count) * curve.length);
}

/** Millimetres by which the curve continues behind the last teeth. */
const EXTENSION = 8;

export function extend(curve: Curve, space: VolumeSpace): Curve {
  const points = listStations(curve).map((position) => curve.pointAt(position));
  const before = along(curve.pointAt(0), curve.tangentAt(0), -EXTENSION);
  const after = along(curve.pointAt(curve.length), curve.tangentAt(curve.length), EXTENSION);
  const inside = (point: Point3) => (isInside(space, toVoxel(space, point)) ? [point] : []);
  return createCurve([...inside(before), ...points, ...inside(after)]);
}

/** How much closer control points are where the curve bends: twice at a radius of 20 mm. */
const BEND_WEIGHT = 20;

export function findControlPoints(curve: Curve): readonly Point3[] {
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
