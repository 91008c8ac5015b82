import * as texts from '@deqiq/messages/viewer/export.js';
import * as measurementTexts from '@deqiq/messages/viewer/measurements.js';
import * as viewerTexts from '@deqiq/messages/viewer/viewer.js';
import type { MeasureScale } from '../../annotations/measure-scale.ts';
import type { Size } from '../../geometry/vectors.ts';
import type { ViewerModel } from '../../model/viewer-model.ts';
import { CAPTION } from '../stage-picture.ts';

/** Millimetres of A4 that every printer reaches. */
const SHEET = { short: 190, long: 270 } as const;

/** Millimetres of a CSS pixel on paper. */
export const PAPER_PIXEL = 25.4 / 96;

/** Millimetres of the rulers that are printed below a picture. */
const RULERS = [100, 50, 20, 10] as const;

/** Whether lengths on the stage are known, so that it can be printed at true size. A single 3D view has no scale. */
export function hasTrueSize(model: ViewerModel, { space, picture }: MeasureScale): boolean {
  const panes = model.panes();
  const isSurface = panes.length === 1 && panes[0]?.kind === 'surface';
  return !isSurface && (space !== undefined || picture.kind !== 'none');
}

/** A stage cannot be printed at true size; the message says what to do. */
export class TrueSizeError extends Error {}

/** Millimetres of one CSS pixel of the stage. Throws TrueSizeError where it has several views. */
export function findTrueSize(model: ViewerModel, { picture }: MeasureScale): number {
  const [pane, ...others] = model.panes();
  const shown = pane && others.length === 0 ? model.view(pane) : undefined;
  if (shown?.kind === 'plane') return shown.view.millimetresPerPixel;
  if (shown?.kind === 'picture') return picture.millimetresPerPixel[0] / shown.view.scale;
  if (shown?.kind === 'panoramic') return shown.surface.millimetresPerPixel / shown.view.scale;
  throw new TrueSizeError(texts.oneView());
}

/** Throws TrueSizeError where A4 is too small for a picture with everything below it, in millimetres. */
export function assertFits({ width, height }: Size): void {
  if (Math.min(width, height) > SHEET.short || Math.max(width, height) > SHEET.long)
    throw new TrueSizeError(
      texts.tooLarge({ width: Math.round(width), height: Math.round(height) }),
    );
}

/** The longest ruler that a picture of this width (millimetres) has room for, between its margins. */
export const chooseRuler = (width: number): number | undefined =>
  RULERS.find((length) => length + 2 * CAPTION.padding * PAPER_PIXEL <= width);

/** The name of the ruler below a picture; in a projection the patient is magnified by an unknown factor. */
export function describeRuler(length: number, { space, picture }: MeasureScale): string {
  const isProjection = space === undefined && picture.kind === 'detector';
  const name = isProjection ? measurementTexts.magnified : viewerTexts.millimetres;
  return texts.trueSizeCheck({ length: name({ value: length }) });
}
