import type { Point2 } from '../../geometry/vectors.ts';
import { planeLine } from '../../geometry/volume/plane-line.ts';
import type { PlaneView } from '../../geometry/volume/planes.ts';
import { isAverageArch, needsArch } from '../../model/arch/use-arch.ts';
import type { AnnotationPoint } from '../../model/drawing/annotation-content.ts';
import { isPlane, type PaneLayout, paneSize } from '../../model/panes/layout.ts';
import { toPanePoint } from '../../model/panes/pane-coordinates.ts';
import type { PaneView } from '../../model/panes/scene.ts';
import type { ViewerModel } from '../../model/viewer-model.ts';
import type { OverlayScene } from './overlay-scene.ts';
import { COLOURS, type Context, drawHandle, strokePath, tracePath } from './strokes.ts';

/** Draws the cross-hair of planes, the arch and the marks of cross-sections. */
export function drawGuides(
  context: Context,
  scene: OverlayScene,
  pane: PaneLayout,
  view: PaneView,
): void {
  if (view.kind === 'plane' && isPlane(pane.kind)) drawCrossHair(context, scene, pane, view.view);
  if (pane.kind === 'axial') drawArch(context, scene, pane);
  if (pane.kind === 'panoramic') drawSectionMarks(context, scene, pane, view);
}

/** Where the other planes cut this one. The middle stays free, so that the point itself is seen. */
function drawCrossHair(
  context: Context,
  { model, panes }: OverlayScene,
  pane: PaneLayout,
  view: PlaneView,
): void {
  const size = paneSize(pane);
  const { cursor } = model.state.get();
  const cross = toPanePoint({ kind: 'plane', view }, size, cursor)?.point;
  if (!cross) return;
  context.globalAlpha = 0.7;
  for (const kind of ['axial', 'coronal', 'sagittal'] as const) {
    const other = { id: kind, kind, rect: pane.rect, offset: 0 };
    const shown =
      kind === pane.kind ? undefined : model.view(panes.find((one) => one.kind === kind) ?? other);
    const line = shown?.kind === 'plane' && planeLine(view, size, shown.view);
    if (!line) continue;
    for (const end of line) strokePath(context, [end, shorten(cross, end)], COLOURS[kind], [], 1);
  }
  context.globalAlpha = 1;
}

/** CSS pixels around the cross that its lines leave free. */
const CROSS_GAP = 14;

function shorten(from: Point2, to: Point2): Point2 {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const share = length > CROSS_GAP ? CROSS_GAP / length : 1;
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

function drawArch(context: Context, { model, panes }: OverlayScene, pane: PaneLayout): void {
  const arch = model.arch();
  const view = model.view(pane);
  const state = model.state.get();
  const { tool } = state;
  if (!arch || view.kind !== 'plane') return;
  if (isAverageArch(state) && !needsArch(state)) return;
  const size = paneSize(pane);
  const toPane = (point: AnnotationPoint) => toPanePoint(view, size, point)?.point ?? [0, 0];
  context.globalAlpha = tool === 'arch' ? 1 : 0.6;
  strokePath(context, arch.outline.map(toPane), COLOURS.arch);
  for (const { mark, isChosen } of findSectionMarks(model, panes))
    drawSectionLine(context, mark.map(toPane), isChosen);
  if (tool === 'arch')
    for (const point of arch.controlPoints) drawHandle(context, toPane(point), COLOURS.arch, true);
  context.globalAlpha = 1;
}

function drawSectionMarks(
  context: Context,
  { model, panes }: OverlayScene,
  pane: PaneLayout,
  view: PaneView,
): void {
  if (view.kind !== 'panoramic') return;
  const size = paneSize(pane);
  for (const { mark, isChosen } of findSectionMarks(model, panes)) {
    const at = toPanePoint(view, size, mark[1])?.point;
    if (!at) continue;
    const line: Point2[] = [
      [at[0], 0],
      [at[0], size.height],
    ];
    drawSectionLine(context, line, isChosen);
  }
}

/** The cross-sections on the stage, the chosen one last; it has a mark where the stage shows none, too. */
function findSectionMarks(model: ViewerModel, panes: readonly PaneLayout[]) {
  const shown = panes.filter(({ kind }) => kind === 'section').map(({ offset }) => offset);
  const { section } = model.state.get();
  return [...shown.filter((offset) => offset !== 0), 0].flatMap((offset) => {
    const mark = model.arch()?.sectionMark(section + offset);
    return mark ? [{ mark, isChosen: offset === 0 }] : [];
  });
}

/** Neighbours lie few pixels apart: without a halo, which would make one dark area of them. */
function drawSectionLine(context: Context, line: readonly Point2[], isChosen: boolean): void {
  if (isChosen) {
    strokePath(context, line, COLOURS.selected, [], 1);
    return;
  }
  const alpha = context.globalAlpha;
  context.globalAlpha = alpha * 0.5;
  tracePath(context, line);
  context.strokeStyle = COLOURS.arch;
  context.lineWidth = 1;
  context.stroke();
  context.globalAlpha = alpha;
}
