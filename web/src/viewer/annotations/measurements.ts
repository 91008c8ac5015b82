import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import {
  type Measurement,
  measureAngle,
  measureAngleInVolume,
  measureLength,
  measureLengthInVolume,
} from '../geometry/measure.ts';
import { isPoint2, isPoint3 } from '../geometry/vectors.ts';
import { type Clearance, canalDiameter, findClearance, isDepthVerified } from './clearance.ts';
import type { MeasureScale } from './measure-scale.ts';

/** "12,4 ± 0,2 mm", with what it means and how far the canal is; '' where nothing is measured. */
export function describeMeasurement(
  { content }: Annotation,
  all: readonly Annotation[],
  scale: MeasureScale,
): string {
  const clearance = findClearance(content, all, scale);
  return [describeSize(content, scale), clearance && describeClearance(clearance)]
    .filter(Boolean)
    .join(' · ');
}

/** The same without the distance to the canal. */
export function describeSize(content: AnnotationContent, scale: MeasureScale): string {
  if (content.kind === 'calibration') return `${formatNumber(content.millimetres)} mm`;
  if (content.kind === 'implant')
    return `Ø ${formatNumber(content.diameter)} × ${formatNumber(content.length)} mm`;
  if (content.kind === 'canal')
    return `Ø ${formatNumber(canalDiameter(content))} mm${isDepthVerified(content) ? '' : ` · ${NO_DEPTH}`}`;
  const measured = measure(content, scale);
  return measured ? formatMeasurement(measured, scale) : '';
}

/** A canal that was set in a panoramic lies on the arch, whatever its true depth is. */
const NO_DEPTH = 'dərinlik yoxlanmayıb';

/** "kanala 2,4 ± 0,3 mm (yaxındır) · dərinlik yoxlanmayıb": from wall to wall. */
export function describeClearance(clearance: Clearance): string {
  const { distance, uncertainty, warning, isVerified } = clearance;
  const length = `kanala ${formatNumber(distance)} ± ${formatNumber(uncertainty)} mm`;
  const text = distance === 0 ? 'kanala toxunur' : length;
  const words = { near: `${text} (yaxındır)`, close: `${text} (çox yaxındır)`, none: text };
  return isVerified ? words[warning] : `${words[warning]} · ${NO_DEPTH}`;
}

/** The measured value; undefined for annotations that measure nothing. */
export function measure(content: AnnotationContent, scale: MeasureScale): Measurement | undefined {
  const { picture, space } = scale;
  if (content.kind !== 'angle' && content.kind !== 'length' && content.kind !== 'polyline')
    return undefined;
  // A sharper level that arrives later does not make points more exact.
  const { levelScale = scale.levelScale } = content;
  const inPicture = content.points.filter(isPoint2);
  const inPatient = content.points.filter(isPoint3);
  if (content.kind !== 'angle')
    return inPicture.length > 0
      ? measureLength(inPicture, picture, levelScale)
      : space && measureLengthInVolume(inPatient, space, levelScale);
  const [a, b, c] = inPicture;
  if (a && b && c) return measureAngle([a, b, c], picture, levelScale);
  const [p, q, r] = inPatient;
  return space && p && q && r ? measureAngleInVolume([p, q, r], space, levelScale) : undefined;
}

/**
 * "≈" and the word for projections: the patient is magnified there by an unknown factor, also in a picture that was
 * calibrated at one place. The pixels of a detector say nothing about that factor, so their ± is left out.
 */
function formatMeasurement(measured: Measurement, { picture }: MeasureScale): string {
  const { value, unit, uncertainty, isApproximate } = measured;
  if (picture.kind === 'detector' && isApproximate)
    return `≈ ${formatNumber(value, 0)} mm (proyeksiya, böyümə nəzərə alınmayıb)`;
  const digits = unit === 'px' ? 0 : 1;
  const text = `${formatNumber(value, digits)} ± ${formatNumber(uncertainty, digits)} ${unit}`;
  return isApproximate ? `≈ ${text} (proyeksiya)` : text;
}

const formatNumber = (value: number, digits = 1): string =>
  value.toLocaleString('de-DE', { minimumFractionDigits: digits, maximumFractionDigits: digits });
