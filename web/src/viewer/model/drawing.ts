import { IMPLANT_DIAMETER, IMPLANT_LENGTH } from '@deqiq/contract/imaging/annotation-limits.ts';
import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import {
  along,
  clamp,
  isPoint2,
  isPoint3,
  normalize,
  type Point2,
  type Point3,
  subtract,
} from '../geometry/vectors.ts';
import type { AnnotationPoint, Draft, DrawingTool } from './viewer-state.ts';

/** Millimetres of a new implant: a common size, and within the limits of the contract. */
const NEW_IMPLANT = { diameter: 4, length: 10 } as const;

/** How many points a drawing has at least, and at most. */
const POINTS: Readonly<Record<DrawingTool, { readonly min: number; readonly max: number }>> = {
  length: { min: 2, max: 2 },
  polyline: { min: 2, max: 100 },
  angle: { min: 3, max: 3 },
  calibration: { min: 2, max: 2 },
  canal: { min: 2, max: 100 },
  implant: { min: 1, max: 1 },
};

/** Whether the last point of a drawing ends it. */
export const isComplete = ({ kind, points }: Draft): boolean => points.length >= POINTS[kind].max;

/** Whether a drawing may be finished now. */
export const canFinish = ({ kind, points }: Draft): boolean => points.length >= POINTS[kind].min;

export const addPoint = (draft: Draft, point: AnnotationPoint): Draft => ({
  ...draft,
  points: [...draft.points, point],
});

/** Whether all arms of an angle have a length. */
export const hasVertex = ({ kind, points }: Draft): boolean =>
  kind !== 'angle' ||
  points
    .slice(1)
    .every((point, index) => point.some((value, axis) => value !== points[index]?.[axis]));

/** Replaces the last point, which follows the finger. */
export const moveLastPoint = (draft: Draft, point: AnnotationPoint): Draft => ({
  ...draft,
  points: [...draft.points.slice(0, -1), point],
});

export const removeLastPoint = (draft: Draft): Draft | undefined =>
  draft.points.length > 1 ? { ...draft, points: draft.points.slice(0, -1) } : undefined;

type FinishOptions = {
  /** The frame of a stack. */
  readonly frame: number | undefined;
  /** Where a new implant points to. */
  readonly down: Point3;
  /** The true length of a calibration. */
  readonly millimetres: number;
  /** Whether the pane shows how deep a point lies. */
  readonly hasDepth: boolean;
};

/** The annotation of a finished drawing; undefined where it has too few points. */
export function toContent(draft: Draft, options: FinishOptions): AnnotationContent | undefined {
  if (!canFinish(draft)) return undefined;
  const { kind } = draft;
  const { levelScale } = draft;
  const frame = options.frame === undefined ? {} : { frame: options.frame };
  if (kind === 'implant') {
    const [position] = patientPoints(draft);
    if (!position) return undefined;
    return { kind, position, direction: normalize(options.down), ...NEW_IMPLANT };
  }
  if (kind === 'canal') {
    const points = patientPoints(draft);
    return { kind, points, levelScale, verified: options.hasDepth ? [...points.keys()] : [] };
  }
  if (kind === 'calibration')
    return { kind, points: picturePoints(draft), millimetres: options.millimetres, ...frame };
  const points = picturePoints(draft);
  return points.length > 0
    ? { kind, points, levelScale, ...frame }
    : { kind, points: patientPoints(draft), levelScale };
}

const patientPoints = ({ points }: Draft): Point3[] => points.filter(isPoint3);
const picturePoints = ({ points }: Draft): Point2[] => points.filter(isPoint2);

/** The points that a user can drag. Of an implant: its platform and its apex. */
export function handlesOf(content: AnnotationContent): readonly AnnotationPoint[] {
  if (content.kind === 'window') return [];
  if (content.kind === 'implant') {
    const { position, direction, length } = content;
    return [position, along(position, direction, length)];
  }
  return content.points;
}

type Implant = Extract<AnnotationContent, { kind: 'implant' }>;

/** Where a handle was dragged to. */
export type HandleMove = {
  readonly index: number;
  readonly to: AnnotationPoint;
  readonly levelScale: number;
  readonly hasDepth: boolean;
};

/** The annotation after one of its handles was dragged. The platform moves an implant, the apex tilts it. */
export function moveHandle(content: AnnotationContent, move: HandleMove): AnnotationContent {
  const { index, to, hasDepth } = move;
  if (content.kind === 'window') return content;
  if (content.kind === 'implant') {
    if (!isPoint3(to)) return content;
    if (index === 0) return { ...content, position: to };
    const axis = subtract(to, content.position);
    return Math.hypot(...axis) > 0 ? { ...content, direction: normalize(axis) } : content;
  }
  if (content.kind === 'calibration' || content.kind === 'arch')
    return isPoint2(to) && content.kind === 'calibration'
      ? { ...content, points: content.points.with(index, to) }
      : content;
  // The other points stay as uncertain as they were.
  const levelScale = Math.max(content.levelScale ?? 1, move.levelScale);
  if (isPoint2(to))
    return content.kind === 'canal'
      ? content
      : { ...content, levelScale, points: content.points.filter(isPoint2).with(index, to) };
  const moved = { levelScale, points: content.points.filter(isPoint3).with(index, to) };
  if (content.kind !== 'canal') return { ...content, ...moved };
  const others = (content.verified ?? []).filter((one) => one !== index);
  return { ...content, ...moved, verified: hasDepth ? [...others, index] : others };
}

/** An implant with another size, kept within the limits. */
export const resizeImplant = (
  implant: Implant,
  { diameter = implant.diameter, length = implant.length },
): Implant => ({
  ...implant,
  diameter: clamp(diameter, IMPLANT_DIAMETER.min, IMPLANT_DIAMETER.max),
  length: clamp(length, IMPLANT_LENGTH.min, IMPLANT_LENGTH.max),
});
