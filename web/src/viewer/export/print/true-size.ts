import * as texts from '@deqiq/messages/viewer/export.js';
import * as measurementTexts from '@deqiq/messages/viewer/measurements.js';
import type { MeasureScale } from '../../annotations/measure-scale.ts';
import type { Size } from '../../geometry/vectors.ts';
import type { ViewerModel } from '../../model/viewer-model.ts';

/** Millimetres of A4 that every printer reaches, without the strip below the picture. */
const SHEET = { short: 190, long: 260 } as const;

/** Millimetres of a CSS pixel on paper. */
export const PAPER_PIXEL = 25.4 / 96;

/** Millimetres of the rulers that are printed below a picture. */
const RULERS = [100, 50, 20, 10] as const;

/** Whether lengths on the stage are known, so that it can be printed at true size. */
export const hasTrueSize = ({ space, picture }: MeasureScale): boolean =>
  space !== undefined || picture.kind !== 'none';

/** A stage cannot be printed at true size; the message says what to do. */
export class TrueSizeError extends Error {}

/** Millimetres of one CSS pixel of the stage. Throws TrueSizeError where it has several views, or A4 is too small for it. */
export function findTrueSize(model: ViewerModel, { picture }: MeasureScale): number {
  const [pane, ...others] = model.panes();
  const shown = pane && model.view(pane);
  if (!pane || others.length > 0 || (shown?.kind !== 'plane' && shown?.kind !== 'picture'))
    throw new TrueSizeError(texts.oneView());
  const perPixel =
    shown.kind === 'plane'
      ? shown.view.millimetresPerPixel
      : picture.millimetresPerPixel[0] / shown.view.scale;
  assertFits({ width: pane.rect.width * perPixel, height: pane.rect.height * perPixel });
  return perPixel;
}

function assertFits({ width, height }: Size): void {
  if (Math.min(width, height) > SHEET.short || Math.max(width, height) > SHEET.long)
    throw new TrueSizeError(
      texts.tooLarge({ width: Math.round(width), height: Math.round(height) }),
    );
}

/** The longest ruler that a picture of this width (millimetres) has room for. */
export const chooseRuler = (width: number): number =>
  RULERS.find((length) => length <= width * 0.9) ?? 10;

/** The name of the ruler below a picture; in a projection the patient is magnified by an unknown factor. */
export function describeRuler(length: number, { space, picture }: MeasureScale): string {
  const isProjection = space === undefined && picture.kind === 'detector';
  const name = isProjection ? measurementTexts.magnified : measurementTexts.millimetres;
  return texts.trueSizeCheck({ length: name({ value: length }) });
}
