import * as layoutTexts from '@deqiq/messages/viewer/layouts.js';
import * as texts from '@deqiq/messages/viewer/viewer.js';
import { numberTag } from '../../../lib/format.ts';
import type { PictureView } from '../../geometry/picture-view.ts';
import type { Size } from '../../geometry/vectors.ts';
import { orientationLetters } from '../../geometry/volume/orientation-letters.ts';
import type { PlaneView } from '../../geometry/volume/planes.ts';
import { layoutNames, type PaneLayout, paneSize } from '../../model/panes/layout.ts';
import type { PaneView } from '../../model/panes/scene.ts';
import type { OverlayScene } from './overlay-scene.ts';
import { COLOURS, type Context, FONT, haloText, strokePath } from './strokes.ts';

/** Draws the lines and texts over every pane. CSS pixels; clears nothing. */
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
  scene.code?.drawGuides(context, scene, pane, view);
  if (view.kind === 'plane') {
    drawLetters(context, size, chooseLetters(pane, view.view));
    drawRuler(context, size, view.view.millimetresPerPixel);
  }
  if (view.kind === 'picture') drawSides(context, size, view, model.subject.hasSides);
  drawTitle(context, scene, pane);
  scene.code?.drawAnnotations(context, scene, pane, view);
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
    const text = texts.millimetres({ value });
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
  haloText(context, texts.millimetres({ value: length }), x + pixels, y - 10);
  context.textAlign = 'left';
}
