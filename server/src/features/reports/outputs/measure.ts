import { findDiameter } from '@deqiq/contract/imaging/annotation-limits.ts';
import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import type { PictureScale } from '@deqiq/contract/shared/imaging/picture-scale.ts';

export interface MeasuredValue {
  readonly quantity: 'length' | 'angle' | 'diameter' | 'area';
  readonly value: number;
  readonly unit: 'mm' | 'px' | '°' | 'mm²' | 'px²';
  /** Measured in a projection, whose magnification is unknown. */
  readonly isProjected: boolean;
}

type Point = readonly number[];

const distance = (a: Point, b: Point): number =>
  Math.hypot(...a.map((value, axis) => value - (b[axis] ?? 0)));

/** Points of a picture in millimetres, or pixels of unknown size; those of a volume are millimetres already. */
const toMillimetres = (points: readonly Point[], { millimetresPerPixel }: PictureScale): Point[] =>
  points.map((point) =>
    point.length === 2
      ? point.map((value, axis) => value * (millimetresPerPixel[axis] ?? 1))
      : point,
  );

/** The values of an annotation, without the uncertainty and the grey values that the viewer adds; none of landmarks, an arch, a window, a straightened head or an aligned scan. */
export function measure(content: AnnotationContent, scale: PictureScale): MeasuredValue[] {
  const inMillimetres = { unit: 'mm', isProjected: false } as const;
  switch (content.kind) {
    case 'length':
    case 'polyline':
    case 'profile':
      return [measureLength(content.points, scale)];
    case 'angle':
      return [measureAngle(content.points, scale)];
    case 'ellipse':
      return [measureArea(content.points, scale)];
    case 'calibration':
      return [{ quantity: 'length', value: content.millimetres, ...inMillimetres }];
    case 'canal': {
      const value = findDiameter(content);
      return value > 0 ? [{ quantity: 'diameter', value, ...inMillimetres }] : [];
    }
    case 'implant':
      return [
        { quantity: 'diameter', value: content.diameter, ...inMillimetres },
        { quantity: 'length', value: content.length, ...inMillimetres },
      ];
    default:
      return [];
  }
}

function measureLength(points: readonly Point[], scale: PictureScale): MeasuredValue {
  const located = toMillimetres(points, scale);
  const value = located.reduce(
    (sum, point, index) => sum + distance(located[index - 1] ?? point, point),
    0,
  );
  const isInPicture = points[0]?.length === 2;
  return {
    quantity: 'length',
    value,
    unit: isInPicture && scale.kind === 'none' ? 'px' : 'mm',
    isProjected: isInPicture && (scale.kind === 'detector' || scale.kind === 'user'),
  };
}

/** Of an ellipse by the ends of its axes. */
function measureArea(points: readonly Point[], scale: PictureScale): MeasuredValue {
  const [left = [], right = [], top = [], bottom = []] = toMillimetres(points, scale);
  const isInPicture = points[0]?.length === 2;
  return {
    quantity: 'area',
    value: (Math.PI / 4) * distance(left, right) * distance(top, bottom),
    unit: isInPicture && scale.kind === 'none' ? 'px²' : 'mm²',
    isProjected: isInPicture && (scale.kind === 'detector' || scale.kind === 'user'),
  };
}

/** At the second point, 0 to 180 degrees. */
function measureAngle(points: readonly Point[], scale: PictureScale): MeasuredValue {
  const [a = [], vertex = [], b = []] = toMillimetres(points, scale);
  const first = a.map((value, axis) => value - (vertex[axis] ?? 0));
  const second = b.map((value, axis) => value - (vertex[axis] ?? 0));
  const lengths = Math.hypot(...first) * Math.hypot(...second);
  const dot = first.reduce((sum, value, axis) => sum + value * (second[axis] ?? 0), 0);
  const cosine = lengths === 0 ? 1 : Math.min(Math.max(dot / lengths, -1), 1);
  return {
    quantity: 'angle',
    value: (Math.acos(cosine) * 180) / Math.PI,
    unit: '°',
    isProjected: false,
  };
}

/**
 * The points that draw an annotation; of an implant platform and apex, of an ellipse the ends of its longer axis first,
 * as DICOM wants them. None of a window or a straightened head.
 */
export function listPoints(content: AnnotationContent): readonly Point[] {
  if (content.kind === 'ellipse') {
    const [left = [], right = [], top = [], bottom = []] = content.points;
    return distance(left, right) < distance(top, bottom)
      ? [top, bottom, left, right]
      : [left, right, top, bottom];
  }
  if (content.kind !== 'implant') return 'points' in content ? content.points : [];
  const { position, direction, length } = content;
  return [position, position.map((value, axis) => value + (direction[axis] ?? 0) * length)];
}
