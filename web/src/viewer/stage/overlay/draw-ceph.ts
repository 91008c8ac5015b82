import type { Landmark } from '@deqiq/contract/shared/imaging/landmarks.ts';
import { superimpose } from '../../annotations/ceph/superimpose.ts';
import { isPoint2, type Point2, type Size } from '../../geometry/vectors.ts';
import { findCeph } from '../../model/drawing/ceph-content.ts';
import { toPanePoint } from '../../model/panes/pane-coordinates.ts';
import type { PaneView } from '../../model/panes/scene.ts';
import type { OverlayScene } from './overlay-scene.ts';
import { COLOURS, type Context, drawHandle, haloText, strokePath } from './strokes.ts';

/** Planes and axes of the analyses. */
const LINES = [
  ['S', 'N'],
  ['Po', 'Or'],
  ['N', 'A'],
  ['N', 'B'],
  ['N', 'Pog'],
  ['ANS', 'PNS'],
  ['Go', 'Me'],
  ['U1r', 'U1'],
  ['L1r', 'L1'],
  ['Pn', "Pog'"],
] as const satisfies readonly (readonly [Landmark, Landmark])[];

/** The lines between the landmarks that are placed, and their names. */
export function drawCeph(
  context: Context,
  names: readonly Landmark[],
  path: readonly Point2[],
  colour: string,
): void {
  strokeLines(context, names, path, { colour, dash: [] });
  for (const [at, name] of names.entries()) {
    const point = path[at];
    if (point) haloText(context, name.replace("'", '′'), point[0] + 6, point[1] - 5);
  }
}

function strokeLines(
  context: Context,
  names: readonly Landmark[],
  path: readonly Point2[],
  { colour, dash }: { colour: string; dash: number[] },
): void {
  for (const [from, to] of LINES) {
    const start = path[names.indexOf(from)];
    const end = path[names.indexOf(to)];
    if (start && end) strokePath(context, [start, end], colour, dash, 1.25);
  }
}

/** The earlier tracing over that of the picture, dashed and without names. */
export function drawEarlierCeph(
  context: Context,
  { model, annotations, scale }: OverlayScene,
  view: PaneView,
  size: Size,
): void {
  const { earlierCeph, frame } = model.state.get();
  const ceph = earlierCeph && findCeph(annotations, frame)?.content;
  const earlier = ceph && superimpose(earlierCeph, { ceph, picture: scale.picture });
  if (!earlier) return;
  const path = earlier.points.map((point) => toPanePoint(view, size, point)?.point);
  const points = path.filter((point) => point !== undefined && isPoint2(point));
  if (points.length < path.length) return;
  strokeLines(context, earlier.names, points, { colour: COLOURS.other, dash: [5, 4] });
  for (const point of points) drawHandle(context, point, COLOURS.other, false);
}
