import { findStructure } from '@deqiq/contract/imaging/annotation-limits.ts';
import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import { type Clearance, findClearances } from '../../annotations/clearance.ts';
import { type ByKind, callByKind, isDrawn } from '../../annotations/kinds.ts';
import { describeMeasurement, describeTooth } from '../../annotations/measurements.ts';
import { findNeighbour } from '../../annotations/neighbours.ts';
import { ellipseOutline } from '../../geometry/ellipse.ts';
import { measureTilt } from '../../geometry/implant.ts';
import type { Point2, Size } from '../../geometry/vectors.ts';
import type { PlaneView } from '../../geometry/volume/planes.ts';
import { type AnnotationPoint, listHandles } from '../../model/drawing/annotation-content.ts';
import { nameAnnotation } from '../../model/drawing/annotation-names.ts';
import type { Draft } from '../../model/drawing/draft.ts';
import { toContent } from '../../model/drawing/drawings.ts';
import { describePane } from '../../model/drawing/finish-drawing.ts';
import { type PaneLayout, paneSize } from '../../model/panes/layout.ts';
import { handleDepth, toPanePoint } from '../../model/panes/pane-coordinates.ts';
import type { PaneView } from '../../model/panes/scene.ts';
import { drawingTools } from '../../model/tools.ts';
import { isVisible } from '../gestures/handle-drags.ts';
import { drawArrow } from './draw-arrow.ts';
import { drawAxes } from './draw-axes.ts';
import { drawCanal, markUnverified, structureColours } from './draw-canal.ts';
import { drawCeph, drawEarlierCeph } from './draw-ceph.ts';
import { drawImplant } from './draw-implant.ts';
import { drawLabel } from './draw-label.ts';
import type { OverlayScene } from './overlay-scene.ts';
import { COLOURS, type Context, drawHandle, strokePath } from './strokes.ts';

export { finishDrawing } from '../../model/drawing/finish-drawing.ts';
/** Drawing with fingers and keys is loaded with the lines that it draws. */
export { beginEdit, tapPane } from '../gestures/edits.ts';
export { movePoint } from '../gestures/keyboard-point.ts';
/** Lines over the picture are loaded together, the cross-hair with those of annotations. */
export { drawGuides } from './draw-guides.ts';

/** The tilt of an implant in a cross-section, from the axis of the body. */
function describeTilt(content: AnnotationContent, view: PlaneView): string {
  if (content.kind !== 'implant') return '';
  const tilt = Math.abs(measureTilt(content, view));
  return `${Math.round(Math.min(tilt, 180 - tilt))}°`;
}

/** Draws the annotations that a pane shows, what is being drawn, and the point of the keyboard. */
export function drawAnnotations(
  context: Context,
  scene: OverlayScene,
  pane: PaneLayout,
  view: PaneView,
): void {
  const { frame, mode } = scene.model.state.get();
  if (view.kind === 'plane') mode?.draw(context, view.view, paneSize(pane));
  if (view.kind === 'panoramic')
    mode?.drawPanoramic?.(context, view.view, view.surface, paneSize(pane));
  for (const annotation of scene.annotations)
    if (isVisible(annotation.content, pane, frame))
      drawAnnotation(context, scene, pane, view, annotation);
  if (pane.kind === 'picture') drawEarlierCeph(context, scene, view, paneSize(pane));
  drawDraft(context, scene, pane, view);
  drawAxes(context, scene, pane);
  if (scene.keyboard?.pane === pane.id) drawKeyboardPoint(context, scene.keyboard.point);
}

function drawAnnotation(
  context: Context,
  scene: OverlayScene,
  pane: PaneLayout,
  view: PaneView,
  annotation: Annotation,
): void {
  const { content, isOwn, _id } = annotation;
  if (!isDrawn(content)) return;
  const isSelected = scene.model.state.get().selected === _id;
  const colour = isSelected
    ? COLOURS.selected
    : content.kind === 'canal'
      ? structureColours[findStructure(content)]
      : isOwn
        ? COLOURS.own
        : COLOURS.other;
  const size = paneSize(pane);
  const points = project(view, size, listHandles(content));
  if (points.length < listHandles(content).length) return;
  const reach = handleDepth(content);
  const isNear = points.some(({ depth }) => Math.abs(depth) <= reach);
  // Measurements belong to their plane.
  if (!isNear && !drawingTools[content.kind].isThroughout) return;
  context.globalAlpha = isNear ? 1 : 0.35;
  const path = points.map(({ point }) => point);
  callByKind(shapes, content.kind, content, { context, view, size, path, colour });
  for (const { point, depth } of points)
    if (Math.abs(depth) <= reach)
      drawHandle(context, point, colour, isSelected && content.kind !== 'ceph');
  if (content.kind === 'canal') markUnverified(context, content, points);
  if (content.kind === 'ceph') return;
  const text = [
    describeTooth(content),
    isCaption(content) ? annotation.label : '',
    // The mandibular canal has a colour that doctors expect.
    content.kind === 'canal' && findStructure(content) !== 'canal' ? nameAnnotation(content) : '',
    describeMeasurement(annotation, scene.annotations, scene.scale),
    pane.kind === 'section' && view.kind === 'plane' ? describeTilt(content, view.view) : '',
  ]
    .filter(Boolean)
    .join(' · ');
  const last = points.at(-1)?.point;
  const warning = worstWarning([
    ...findClearances(content, scene.annotations, scene.scale),
    findNeighbour(content, scene.annotations, scene.scale),
  ]);
  const labelColour = warning === 'none' ? COLOURS.text : COLOURS[warning];
  if (text && last && isNear) drawLabel(context, size, text, { at: last, colour: labelColour });
  context.globalAlpha = 1;
}

/** The most urgent of several distances. */
function worstWarning(found: readonly (Pick<Clearance, 'warning'> | undefined)[]) {
  const is = (wanted: Clearance['warning']) => found.some((one) => one?.warning === wanted);
  return is('close') ? 'close' : is('near') ? 'near' : 'none';
}

/** Whether the label is what it shows in the picture. */
const isCaption = ({ kind }: AnnotationContent): boolean => kind === 'arrow' || kind === 'text';

type Shape = {
  readonly context: Context;
  readonly view: PaneView;
  readonly size: Size;
  /** The handles in the pane. */
  readonly path: readonly Point2[];
  readonly colour: string;
};

const strokeShape = (_: unknown, { context, path, colour }: Shape): void =>
  strokePath(context, path, colour);

const shapes: ByKind<[Shape], void> = {
  length: strokeShape,
  polyline: strokeShape,
  angle: strokeShape,
  arrow: (_, { context, path, colour }) => drawArrow(context, path, colour),
  text: () => undefined,
  ellipse(ellipse, { context, view, size, colour }) {
    const outline = project(view, size, ellipseOutline(ellipse.points));
    strokePath(
      context,
      outline.map(({ point }) => point),
      colour,
    );
  },
  profile: (_, { context, path, colour }) => strokePath(context, path, colour, [6, 3]),
  calibration: strokeShape,
  ceph: ({ names }, { context, path, colour }) => drawCeph(context, names, path, colour),
  canal(canal, shape) {
    const { context, view, size } = shape;
    if (view.kind === 'plane') drawCanal(context, view.view, size, canal);
    else strokeShape(canal, shape);
  },
  implant(implant, shape) {
    const { context, view, size, colour } = shape;
    if (view.kind === 'plane') drawImplant(context, view.view, size, implant, colour);
    else strokeShape(implant, shape);
  },
};

function project(view: PaneView, size: Size, points: readonly AnnotationPoint[]) {
  return points.flatMap((point) => {
    const shown = toPanePoint(view, size, point);
    return shown ? [shown] : [];
  });
}

function drawDraft(context: Context, scene: OverlayScene, pane: PaneLayout, view: PaneView): void {
  const { draft } = scene.model.state.get();
  if (draft?.pane !== pane.id) return;
  const points = project(view, paneSize(pane), draft.points).map(({ point }) => point);
  strokePath(context, draftPath(scene, draft, pane, view) ?? points, COLOURS.selected, [5, 4]);
  for (const point of points) drawHandle(context, point, COLOURS.selected, true);
}

/** The ellipse that a box becomes; undefined for drawings that are their points. */
function draftPath({ model }: OverlayScene, draft: Draft, pane: PaneLayout, view: PaneView) {
  if (draft.kind !== 'ellipse') return undefined;
  const content = toContent(draft, describePane(model, draft));
  if (content?.kind !== 'ellipse') return undefined;
  return project(view, paneSize(pane), ellipseOutline(content.points)).map(({ point }) => point);
}

function drawKeyboardPoint(context: Context, [x, y]: Point2): void {
  strokePath(
    context,
    [
      [x - 12, y],
      [x + 12, y],
    ],
    COLOURS.selected,
  );
  strokePath(
    context,
    [
      [x, y - 12],
      [x, y + 12],
    ],
    COLOURS.selected,
  );
}
