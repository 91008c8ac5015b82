import * as texts from '@deqiq/messages/viewer/straightening.js';
import { numberTag } from '../../../lib/format.ts';
import { measureStraightening } from '../../geometry/volume/straightening.ts';
import type { PaneLayout } from '../../model/panes/layout.ts';
import { listLineHandles } from '../gestures/oblique.ts';
import type { OverlayScene } from './overlay-scene.ts';
import { COLOURS, type Context, drawHandle, haloText } from './strokes.ts';

/** Degrees below which a head counts as it was placed. */
const MIN_ANGLE = 0.05;

/** The ends of the lines of other planes, and by how much the head was straightened. */
export function drawAxes(context: Context, { model, panes }: OverlayScene, pane: PaneLayout): void {
  for (const { plane, point } of listLineHandles(model, pane))
    drawHandle(context, point, COLOURS[plane], false);
  const degrees = measureStraightening(model.state.get().axes);
  const isSmall = pane.kind === 'section' && panes.length > 1;
  if (degrees < MIN_ANGLE || isSmall || pane.kind === 'picture') return;
  const value = degrees.toLocaleString(numberTag(), { maximumFractionDigits: 1 });
  context.globalAlpha = 0.75;
  haloText(context, texts.mark({ value }), 8, pane.rect.height - 26);
  context.globalAlpha = 1;
}
