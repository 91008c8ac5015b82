import * as layoutTexts from '@deqiq/messages/viewer/layouts.js';
import * as measurementTexts from '@deqiq/messages/viewer/measurements.js';
import * as texts from '@deqiq/messages/viewer/viewer.js';
import { numberTag } from '../../lib/format.ts';
import type { PictureView } from '../geometry/picture-view.ts';
import type { Point2, Size } from '../geometry/vectors.ts';
import { orientationLetters } from '../geometry/volume/orientation-letters.ts';
import { planeLine } from '../geometry/volume/plane-line.ts';
import type { PlaneView } from '../geometry/volume/planes.ts';
import { isAverageArch, needsArch } from '../model/arch/use-arch.ts';
import type { AnnotationPoint } from '../model/drawing/annotation-content.ts';
import { isPlane, layoutNames, type PaneLayout, paneSize } from '../model/panes/layout.ts';
import { toPanePoint } from '../model/panes/pane-coordinates.ts';
import type { PaneView } from '../model/panes/scene.ts';
import type { ViewerModel } from '../model/viewer-model.ts';
import type { OverlayScene } from './overlay-scene.ts';
import {
  COLOURS,
  type Context,
  drawHandle,
  FONT,
  haloText,
  strokePath,
  tracePath,
} from './strokes.ts';

/** Draws letters, rulers, cross-hair, arch and annotations of every pane. CSS pixels; clears nothing. */
export function drawOverlay(context: Context, scene: OverlayScene): void {
  for (const pane of scene.panes) {
    const { x, y, width, height } = pane.rect;
    context.save();
    context.beginPath();
    context.rect(x, y, width, height);
    context.clip();
    context.translate(x, y);
    context.font = FONT;
    context.lineCap = 'round';
    context.lineJoin = 'round';
    drawPane(context, scene, pane);
    context.restore();
  }
}

function drawPane(context: Context, scene: OverlayScene, pane: PaneLayout): void {
  const { model } = scene;
  const view = model.view(pane);
  const size = paneSize(pane);
  if (view.kind === 'plane') {
    if (isPlane(pane.kind)) drawCrossHair(context, scene, pane, view.view);
    drawLetters(context, size, chooseLetters(pane, view.view));
    drawRuler(context, size, view.view.millimetresPerPixel);
  }
  if (view.kind === 'picture') drawSides(context, size, view, model.subject.hasSides);
  drawTitle(context, scene, pane);
  if (pane.kind === 'axial') drawArch(context, scene, pane);
  if (pane.kind === 'panoramic') drawSectionMarks(context, scene, pane, view);
  scene.drawAnnotations?.(context, scene, pane, view);
  if (scene.keyboard?.pane === pane.id) drawKeyboardPoint(context, scene.keyboard.point);
}

/** Cross-sections follow the arch: their sides are those of the tooth, the cheek's on the left. */
function chooseLetters({ kind }: PaneLayout, view: PlaneView) {
  const letters = orientationLetters(view);
  return kind === 'section'
    ? { ...letters, left: layoutTexts.vestibular(), right: layoutTexts.lingual() }
    : letters;
}

function drawLetters(
  context: Context,
  { width, height }: Size,
  letters: { left: string; right: string; top: string; bottom: string },
): void {
  haloText(context, letters.left, 8, height / 2 + 4);
  context.textAlign = 'right';
  haloText(context, letters.right, width - 8, height / 2 + 4);
  context.textAlign = 'center';
  haloText(context, letters.top, width / 2, 18);
  haloText(context, letters.bottom, width / 2, height - 8);
  context.textAlign = 'left';
}

/** The patient's right is on the left of a radiograph; a mirrored one says so. */
function drawSides(
  context: Context,
  { width, height }: Size,
  { view }: Extract<PaneView, { kind: 'picture' }>,
  hasSides: boolean,
): void {
  context.textAlign = 'center';
  if (view.isMirrored) haloText(context, texts.mirrored(), width / 2, 36);
  if (hasSides) drawSideLetters(context, { width, height }, view);
  context.textAlign = 'left';
}

function drawSideLetters(context: Context, { width, height }: Size, view: PictureView): void {
  const sides = { 0: ['R', 'L'], 1: ['', ''], 2: ['L', 'R'], 3: ['', ''] } as const;
  const [left, right] = sides[view.quarterTurns];
  haloText(context, view.isMirrored ? right : left, 14, height / 2 + 4);
  haloText(context, view.isMirrored ? left : right, width - 14, height / 2 + 4);
}

/** The name of a plane where there are several, and which cross-section is shown. */
function drawTitle(context: Context, { model, panes }: OverlayScene, pane: PaneLayout): void {
  const { height } = pane.rect;
  if (pane.kind === 'section') {
    const { section, sectionStep } = model.state.get();
    const count = model.arch()?.sectionCount ?? 0;
    const index = section + pane.offset;
    if (index < 0 || index >= count) return;
    const value = (index * sectionStep).toLocaleString(numberTag());
    const text = measurementTexts.millimetres({ value });
    context.globalAlpha = pane.offset === 0 ? 1 : 0.7;
    haloText(context, text, 8, height - 8);
    context.globalAlpha = 1;
  } else if (pane.kind === 'mode')
    haloText(context, model.state.get().mode?.panes?.[pane.offset]?.title ?? '', 8, height - 8);
  else if (panes.length > 1 && pane.kind !== 'picture')
    haloText(context, layoutNames[pane.kind](), 8, height - 8);
}
/** Lengths of the ruler in millimetres: the longest that takes at most a third of the pane. */
const RULER_LENGTHS = [50, 20, 10, 5, 2, 1] as const;

function drawRuler(context: Context, { width, height }: Size, millimetresPerPixel: number): void {
  const length = RULER_LENGTHS.find((one) => one / millimetresPerPixel <= width / 3);
  if (!length) return;
  const pixels = length / millimetresPerPixel;
  const x = width - 12 - pixels;
  const y = height - 26;
  const ticks = Array.from({ length: 6 }, (_, index) => x + (pixels * index) / 5);
  strokePath(
    context,
    [
      [x, y],
      [x + pixels, y],
    ],
    COLOURS.text,
  );
  for (const [index, tick] of ticks.entries())
    strokePath(
      context,
      [
        [tick, y],
        [tick, y - (index % 5 === 0 ? 6 : 3)],
      ],
      COLOURS.text,
      [],
      1,
    );
  context.textAlign = 'right';
  haloText(context, measurementTexts.millimetres({ value: length }), x + pixels, y - 10);
  context.textAlign = 'left';
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
