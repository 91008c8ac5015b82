import type { Structure } from '@deqiq/contract/imaging/annotation-limits.ts';
import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import type { Landmark } from '@deqiq/contract/shared/imaging/landmarks.ts';
import type { Content } from '../../annotations/kinds.ts';
import { findMiddle } from '../../geometry/ellipse.ts';
import {
  add,
  along,
  isPoint2,
  isPoint3,
  type Point2,
  type Point3,
  scale,
} from '../../geometry/vectors.ts';

/** A point of an annotation: of a picture, or of the patient. */
export type AnnotationPoint = Point2 | Point3;

export type DrawnPoints = {
  /** Full-resolution pixels per pixel of the level that the first point was set on. */
  readonly levelScale: number;
  readonly points: readonly AnnotationPoint[];
};

export type FinishOptions = {
  /** The frame of a stack. */
  readonly frame: number | undefined;
  readonly down: Point3;
  /** To the right and down in the pane, of a plane. */
  readonly plane?: readonly [right: Point3, down: Point3] | undefined;
  readonly millimetres: number;
  /** Of a cephalogram; undefined: the first one. */
  readonly landmark?: Landmark | undefined;
  /** Of a line that an implant must not touch; undefined: the mandibular canal. */
  readonly structure?: Structure | undefined;
  /** Whether the pane shows how deep a point lies. */
  readonly hasDepth: boolean;
  /** undefined: an implant of a common size. */
  readonly lastImplant?: Content<'implant'> | undefined;
};

export type HandleMove = {
  readonly index: number;
  readonly to: AnnotationPoint;
  readonly levelScale: number;
  readonly hasDepth: boolean;
};

export const patientPoints = ({ points }: DrawnPoints): Point3[] => points.filter(isPoint3);

export const picturePoints = ({ points }: DrawnPoints): Point2[] => points.filter(isPoint2);

export const frameField = ({ frame }: FinishOptions) => (frame === undefined ? {} : { frame });

type LineKind = 'length' | 'polyline' | 'angle' | 'arrow' | 'text' | 'profile';

/** Lines of one kind, in a picture or in the patient. */
export const createLine =
  <Kind extends LineKind>(kind: Kind) =>
  (drawn: DrawnPoints, options: FinishOptions) => {
    const { levelScale } = drawn;
    const points = picturePoints(drawn);
    return points.length > 0
      ? { kind, points, levelScale, ...frameField(options) }
      : { kind, points: patientPoints(drawn), levelScale };
  };

/** Whether all parts of a line have a length. */
export const hasVertex = ({ points }: DrawnPoints): boolean =>
  points
    .slice(1)
    .every((point, index) => point.some((value, axis) => value !== points[index]?.[axis]));

export function moveLinePoint<Line extends Content<LineKind>>(line: Line, move: HandleMove): Line {
  const { index, to } = move;
  const levelScale = coarserLevel(line, move);
  return isPoint2(to)
    ? { ...line, levelScale, points: line.points.filter(isPoint2).with(index, to) }
    : { ...line, levelScale, points: line.points.filter(isPoint3).with(index, to) };
}

/** The other points stay as uncertain as they were. */
export const coarserLevel = (
  content: { readonly levelScale?: number | undefined },
  move: HandleMove,
) => Math.max(content.levelScale ?? 1, move.levelScale);

export const createCalibration = (drawn: DrawnPoints, options: FinishOptions) => ({
  kind: 'calibration' as const,
  points: picturePoints(drawn),
  millimetres: options.millimetres,
  ...frameField(options),
});

export const moveCalibrationPoint = (
  calibration: Content<'calibration'>,
  { index, to }: HandleMove,
): Content<'calibration'> =>
  isPoint2(to) ? { ...calibration, points: calibration.points.with(index, to) } : calibration;

export function createCanal(drawn: DrawnPoints, { hasDepth, structure }: FinishOptions) {
  const { levelScale } = drawn;
  const points = patientPoints(drawn);
  return {
    kind: 'canal' as const,
    points,
    structure,
    levelScale,
    verified: hasDepth ? [...points.keys()] : [],
  };
}

export function moveCanalPoint(canal: Content<'canal'>, move: HandleMove): Content<'canal'> {
  const { index, to, hasDepth } = move;
  if (!isPoint3(to)) return canal;
  const others = (canal.verified ?? []).filter((one) => one !== index);
  return {
    ...canal,
    levelScale: coarserLevel(canal, move),
    points: canal.points.with(index, to),
    verified: hasDepth ? [...others, index] : others,
  };
}

/** The points that a user can drag. Of an implant: its platform and its apex; of an ellipse: its middle, then its ends. */
export function listHandles(content: AnnotationContent): readonly AnnotationPoint[] {
  if (content.kind === 'implant') {
    const { position, direction, length } = content;
    return [position, along(position, direction, length)];
  }
  if (content.kind === 'ceph' && content.plane) {
    const [right, down] = content.plane;
    return content.points.map(([x, y]) => add(scale(right, x), scale(down, y)));
  }
  if (content.kind === 'ellipse') return [findMiddle(content.points), ...content.points];
  return 'points' in content ? content.points : [];
}
