import { halfDiagonal, type PictureScale } from '@deqiq/contract/shared/imaging/picture-scale.ts';
import { clamp, distance, dot, norm, type Point2, type Point3, subtract } from './vectors.ts';
import type { VolumeSpace } from './volume/volume-space.ts';

export interface Measurement {
  readonly value: number;
  readonly unit: 'mm' | 'px' | '°' | 'mm²' | 'px²';
  /** In the unit of the value: half the diagonal of a pixel or voxel, or what that means for an angle. */
  readonly uncertainty: number;
  /** Whether it is measured in a projection, whose magnification is unknown. */
  readonly isApproximate: boolean;
}

/** The length of a line or polyline. `levelScale`: full-resolution pixels per pixel of the shown level. */
export function measureLength(
  points: readonly Point2[],
  scale: PictureScale,
  levelScale = 1,
): Measurement {
  const { kind, millimetresPerPixel, relativeUncertainty = 0 } = scale;
  const value = sumLengths(points.map((point) => flat(point, millimetresPerPixel)));
  const pixel = halfDiagonal(millimetresPerPixel) * levelScale;
  return {
    value,
    unit: kind === 'none' ? 'px' : 'mm',
    uncertainty: Math.hypot(ofPolyline(pixel, points.length), value * relativeUncertainty),
    isApproximate: kind === 'detector' || kind === 'user',
  };
}

/** The area of an ellipse by the lengths of its axes. Their errors may add up. */
export function measureEllipse(across: Measurement, along: Measurement): Measurement {
  const uncertainty = across.value * along.uncertainty + along.value * across.uncertainty;
  return {
    ...across,
    value: (Math.PI / 4) * across.value * along.value,
    unit: across.unit === 'px' ? 'px²' : 'mm²',
    uncertainty: (Math.PI / 4) * uncertainty,
  };
}

/** The angle at the middle point of three, 0 to 180 degrees. A uniform magnification does not change it. */
export function measureAngle(
  points: readonly [Point2, Point2, Point2],
  { millimetresPerPixel }: PictureScale,
  levelScale = 1,
): Measurement {
  const [a, vertex, b] = points;
  return measureArms(
    [a, vertex, b].map((point) => flat(point, millimetresPerPixel)),
    halfDiagonal(millimetresPerPixel) * levelScale,
  );
}

/** The length of a line or polyline in a volume; points in patient coordinates. */
export function measureLengthInVolume(
  points: readonly Point3[],
  space: VolumeSpace,
  levelScale = 1,
): Measurement {
  return {
    value: sumLengths(points),
    unit: 'mm',
    uncertainty: ofPolyline(voxelUncertainty(space, levelScale), points.length),
    isApproximate: false,
  };
}

export function measureAngleInVolume(
  points: readonly [Point3, Point3, Point3],
  space: VolumeSpace,
  levelScale = 1,
): Measurement {
  return measureArms(points, voxelUncertainty(space, levelScale));
}

/** Half the diagonal of a voxel of the level, millimetres. */
export const voxelUncertainty = ({ spacing }: VolumeSpace, levelScale: number): number =>
  (norm(spacing) / 2) * levelScale;

const flat = (point: Point2, [across, down]: Point2): Point3 => [
  point[0] * across,
  point[1] * down,
  0,
];

const sumLengths = (points: readonly Point3[]): number =>
  points.reduce((sum, point, index) => sum + distance(points[index - 1] ?? point, point), 0);

/** Errors of the segments are independent: they add up as a root of squares. */
const ofPolyline = (ofSegment: number, count: number): number =>
  ofSegment * Math.sqrt(Math.max(count - 1, 1));

function measureArms(points: readonly Point3[], pointUncertainty: number): Measurement {
  const [a, vertex, b] = points;
  const unknown = { value: 0, unit: '°', uncertainty: 180, isApproximate: false } as const;
  if (!a || !vertex || !b) return unknown;
  const arms = [subtract(a, vertex), subtract(b, vertex)] as const;
  const lengths = [norm(arms[0]), norm(arms[1])] as const;
  if (Math.min(...lengths) === 0) return unknown;
  const cosine = dot(arms[0], arms[1]) / (lengths[0] * lengths[1]);
  const ofArms = lengths.map((length) => toDegrees(Math.atan2(pointUncertainty, length)));
  return {
    value: toDegrees(Math.acos(clamp(cosine, -1, 1))),
    unit: '°',
    uncertainty: Math.min(Math.hypot(...ofArms), 180),
    isApproximate: false,
  };
}

export const toDegrees = (radians: number): number => (radians * 180) / Math.PI;

export const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;
