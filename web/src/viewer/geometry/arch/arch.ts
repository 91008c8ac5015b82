import { toDegrees, toRadians } from '../measure.ts';
import { along, clamp, dot, type Point3 } from '../vectors.ts';
import { findCentre, listCorners, type VolumeSpace } from '../volume/volume-space.ts';
import { fitTemplate } from './arch-template.ts';
import { type AxialProjection, type LevelValues, projectAxially } from './axial-projection.ts';
import { extend, findControlPoints, listStations } from './control-points.ts';
import { type Curve, createCurve } from './curve.ts';
import { isPartOfLongerBone } from './longer-bone.ts';
import { refine } from './refine.ts';
import { type Field, ridgeField, smooth, toField } from './ridge.ts';

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
