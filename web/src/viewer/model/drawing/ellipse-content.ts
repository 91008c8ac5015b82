import type { Content } from '../../annotations/kinds.ts';
import { ellipseInBox, moveEllipse } from '../../geometry/ellipse.ts';
import { isPoint2, isPoint3 } from '../../geometry/vectors.ts';
import {
  coarserLevel,
  type DrawnPoints,
  type FinishOptions,
  frameField,
  type HandleMove,
  patientPoints,
  picturePoints,
} from './annotation-content.ts';

/** The ellipse in the box between two corners, upright in the pane. */
export function createEllipse(drawn: DrawnPoints, options: FinishOptions) {
  const kind = 'ellipse' as const;
  const { levelScale } = drawn;
  const [from, to] = picturePoints(drawn);
  if (from && to)
    return {
      kind,
      points: ellipseInBox([from, to], [0, 1]),
      levelScale,
      ...frameField(options),
    };
  const [first, last] = patientPoints(drawn);
  return first && last
    ? { kind, points: ellipseInBox([first, last], options.down), levelScale }
    : undefined;
}

/** Whether both axes have a length. */
export function hasArea(drawn: DrawnPoints, options: FinishOptions): boolean {
  const points = createEllipse(drawn, options)?.points ?? [];
  const isFlat = (from: number) =>
    Math.hypot(...(points[from] ?? []).map((value, at) => value - (points[from + 1]?.[at] ?? 0))) <
    MIN_AXIS;
  return !isFlat(0) && !isFlat(2);
}

/** Pixels or millimetres: an axis of less is a slip of the finger. */
const MIN_AXIS = 0.01;

export function moveEllipsePoint(
  ellipse: Content<'ellipse'>,
  move: HandleMove,
): Content<'ellipse'> {
  const { index, to } = move;
  const levelScale = coarserLevel(ellipse, move);
  return isPoint2(to)
    ? { ...ellipse, levelScale, points: moveEllipse(ellipse.points.filter(isPoint2), index, to) }
    : { ...ellipse, levelScale, points: moveEllipse(ellipse.points.filter(isPoint3), index, to) };
}
