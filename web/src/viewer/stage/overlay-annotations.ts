import type { Annotation, AnnotationContent } from '@deqiq/contract/annotations.ts';
import { handlesOf } from '../annotations/drawing.ts';
import { describeMeasurement, type MeasureScale } from '../annotations/measurements.ts';
import { polylineInPlane } from '../geometry/canal.ts';
import { tiltOf } from '../geometry/implant.ts';
import type { PlaneView } from '../geometry/planes.ts';
import type { Point2, Point3, Size } from '../geometry/vectors.ts';
import { type PaneView, sizeOf } from '../model/scene.ts';
import type { ViewerModel } from '../model/viewer-model.ts';
import type { AnnotationPoint } from '../model/viewer-state.ts';
import { drawImplant } from './draw-implant.ts';
import { HANDLE_DEPTH } from './interaction.ts';
import type { PaneLayout } from './layout.ts';
import { toPanePoint } from './pane-coordinates.ts';
import { COLOURS, type Context, drawHandle, drawText, strokePath } from './strokes.ts';

export type OverlayScene = {
  readonly model: ViewerModel;
  readonly panes: readonly PaneLayout[];
  readonly annotations: readonly Annotation[];
  /** What a pixel of the picture measures. */
  readonly scale: MeasureScale;
  /** Where the keyboard points to. */
  readonly keyboard?: { readonly pane: string; readonly point: Point2 } | undefined;
};
/** The tilt of an implant in a cross-section, from the axis of the body. */
function describeTilt(content: AnnotationContent, view: PlaneView): string {
  if (content.kind !== 'implant') return '';
  const tilt = Math.abs(tiltOf(content, view));
  return `${Math.round(Math.min(tilt, 180 - tilt))}°`;
}

/** Draws one annotation with its measured value. */
export function drawAnnotation(
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
    drawCanal(context, view.view, size, content.points);
  else
    strokePath(
      context,
      points.map(({ point }) => point),
      colour,
    );
  for (const { point, depth } of points)
    if (Math.abs(depth) <= HANDLE_DEPTH) drawHandle(context, point, colour, isSelected);
  const text = [
    describeMeasurement(annotation, scene.annotations, scene.scale),
    pane.kind === 'section' && view.kind === 'plane' ? describeTilt(content, view.view) : '',
  ]
    .filter(Boolean)
    .join(' · ');
  const last = points.at(-1)?.point;
  if (text && last && isNear) drawText(context, size, text, last);
  context.globalAlpha = 1;
}

/** Millimetres of a canal around a plane that are drawn as a line: its diameter. */
const CANAL_SLAB = 3;

/** The parts of a canal near a plane, and a dot where it passes through. */
function drawCanal(context: Context, view: PlaneView, size: Size, points: readonly Point3[]): void {
  const { segments, crossings } = polylineInPlane(points, view, size, CANAL_SLAB);
  context.globalAlpha = 1;
  for (const segment of segments) strokePath(context, segment, COLOURS.canal, [], 2.5);
  for (const [x, y] of crossings) {
    context.beginPath();
    context.arc(x, y, 5, 0, Math.PI * 2);
    context.fillStyle = COLOURS.canal;
    context.fill();
  }
}

function project(view: PaneView, size: Size, points: readonly AnnotationPoint[]) {
  return points.flatMap((point) => {
    const shown = toPanePoint(view, size, point);
    return shown ? [shown] : [];
  });
}

/** Draws what is being drawn. */
export function drawDraft(
  context: Context,
  scene: OverlayScene,
  pane: PaneLayout,
  view: PaneView,
): void {
  const { draft } = scene.model.state.get();
  if (draft?.pane !== pane.id) return;
  const points = project(view, sizeOf(pane), draft.points).map(({ point }) => point);
  strokePath(context, points, COLOURS.selected, [5, 4]);
  for (const point of points) drawHandle(context, point, COLOURS.selected, true);
}
