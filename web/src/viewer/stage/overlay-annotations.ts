import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import {
  type Canal,
  canalDiameter,
  findClearance,
  unverifiedPoints,
} from '../annotations/clearance.ts';
import { describeMeasurement } from '../annotations/measurements.ts';
import { polylineInPlane } from '../geometry/canal.ts';
import { tiltOf } from '../geometry/implant.ts';
import type { PlaneView } from '../geometry/planes.ts';
import type { Point2, Size } from '../geometry/vectors.ts';
import { handlesOf } from '../model/drawing.ts';
import type { PaneLayout } from '../model/layout.ts';
import { toPanePoint } from '../model/pane-coordinates.ts';
import { type PaneView, sizeOf } from '../model/scene.ts';
import type { AnnotationPoint } from '../model/viewer-state.ts';
import { drawImplant } from './draw-implant.ts';
import { drawLabel } from './draw-label.ts';
import { HANDLE_DEPTH, isVisible } from './interaction.ts';
import type { OverlayScene } from './overlay-scene.ts';
import { COLOURS, type Context, drawHandle, haloText, strokePath, tracePath } from './strokes.ts';

/** The tilt of an implant in a cross-section, from the axis of the body. */
function describeTilt(content: AnnotationContent, view: PlaneView): string {
  if (content.kind !== 'implant') return '';
  const tilt = Math.abs(tiltOf(content, view));
  return `${Math.round(Math.min(tilt, 180 - tilt))}°`;
}

/** Draws the annotations that a pane shows, and what is being drawn. */
export function drawAnnotations(
  context: Context,
  scene: OverlayScene,
  pane: PaneLayout,
  view: PaneView,
): void {
  const { frame } = scene.model.state.get();
  for (const annotation of scene.annotations)
    if (isVisible(annotation.content, pane, frame))
      drawAnnotation(context, scene, pane, view, annotation);
  drawDraft(context, scene, pane, view);
}

/** Draws one annotation with its measured value. */
function drawAnnotation(
  context: Context,
  scene: OverlayScene,
  pane: PaneLayout,
  view: PaneView,
  annotation: Annotation,
): void {
  const { content, isOwn, _id } = annotation;
  const isSelected = scene.model.state.get().selected === _id;
  const colour = isSelected
    ? COLOURS.selected
    : content.kind === 'canal'
      ? COLOURS.canal
      : isOwn
        ? COLOURS.own
        : COLOURS.other;
  const size = sizeOf(pane);
  const points = project(view, size, handlesOf(content));
  if (points.length < handlesOf(content).length) return;
  const isNear = points.some(({ depth }) => Math.abs(depth) <= HANDLE_DEPTH);
  // Measurements belong to their plane. Canals and implants are shown in every plane, faintly where they are far.
  const isThroughout = content.kind === 'canal' || content.kind === 'implant';
  if (!isNear && !isThroughout) return;
  context.globalAlpha = isNear ? 1 : 0.35;
  if (content.kind === 'implant' && view.kind === 'plane')
    drawImplant(context, view.view, size, content, colour);
  else if (content.kind === 'canal' && view.kind === 'plane')
    drawCanal(context, view.view, size, content);
  else
    strokePath(
      context,
      points.map(({ point }) => point),
      colour,
    );
  for (const { point, depth } of points)
    if (Math.abs(depth) <= HANDLE_DEPTH) drawHandle(context, point, colour, isSelected);
  if (content.kind === 'canal')
    for (const index of unverifiedPoints(content)) markUnverified(context, points[index]);
  const text = [
    describeMeasurement(annotation, scene.annotations, scene.scale),
    pane.kind === 'section' && view.kind === 'plane' ? describeTilt(content, view.view) : '',
  ]
    .filter(Boolean)
    .join(' · ');
  const last = points.at(-1)?.point;
  const warning = findClearance(content, scene.annotations, scene.scale)?.warning ?? 'none';
  const labelColour = warning === 'none' ? COLOURS.text : COLOURS[warning];
  if (text && last && isNear) drawLabel(context, size, text, { at: last, colour: labelColour });
  context.globalAlpha = 1;
}

/** The parts of a canal in a plane with its walls, and a circle where it passes through. */
function drawCanal(context: Context, view: PlaneView, size: Size, canal: Canal): void {
  const diameter = canalDiameter(canal);
  const { segments, crossings } = polylineInPlane(canal.points, view, size, diameter);
  const width = diameter / view.millimetresPerPixel;
  context.strokeStyle = COLOURS.canal;
  for (const segment of segments) {
    context.globalAlpha = 0.3;
    context.lineWidth = width;
    tracePath(context, segment);
    context.stroke();
    context.globalAlpha = 1;
    strokePath(context, segment, COLOURS.canal, [], 1.5);
  }
  context.globalAlpha = 1;
  for (const centre of crossings) {
    drawCircle(context, centre, width / 2);
    drawHandle(context, centre, COLOURS.canal, false);
  }
}

function drawCircle(context: Context, [x, y]: Point2, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
  context.strokeStyle = COLOURS.canal;
  context.lineWidth = 1.75;
  context.stroke();
}

/** A question mark above a point of a canal whose depth has not been seen. */
function markUnverified(
  context: Context,
  shown: { readonly point: Point2; readonly depth: number } | undefined,
): void {
  if (shown && Math.abs(shown.depth) <= HANDLE_DEPTH)
    haloText(context, '?', shown.point[0] - 3, shown.point[1] - 9);
}

function project(view: PaneView, size: Size, points: readonly AnnotationPoint[]) {
  return points.flatMap((point) => {
    const shown = toPanePoint(view, size, point);
    return shown ? [shown] : [];
  });
}

/** Draws what is being drawn. */
function drawDraft(context: Context, scene: OverlayScene, pane: PaneLayout, view: PaneView): void {
  const { draft } = scene.model.state.get();
  if (draft?.pane !== pane.id) return;
  const points = project(view, sizeOf(pane), draft.points).map(({ point }) => point);
  strokePath(context, points, COLOURS.selected, [5, 4]);
  for (const point of points) drawHandle(context, point, COLOURS.selected, true);
}
