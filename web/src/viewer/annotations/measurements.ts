import type { Annotation, AnnotationContent } from '@deqiq/contract/annotations.ts';
import type { PictureMetadata } from '@deqiq/contract/shared/derivatives.ts';
import { distanceToCanal, type ShortestLine } from '../geometry/canal.ts';
import { implantToCanal } from '../geometry/implant.ts';
import {
  calibrate,
  type Measurement,
  measureAngle,
  measureAngleInVolume,
  measureLength,
  measureLengthInVolume,
  type PictureScale,
  scaleOf,
} from '../geometry/measure.ts';
import { isPoint2, isPoint3 } from '../geometry/vectors.ts';
import type { VolumeSpace } from '../geometry/volume-space.ts';

/** What lengths mean on the stage, and on which level they are measured. */
export type MeasureScale = {
  readonly picture: PictureScale;
  readonly space: VolumeSpace | undefined;
  /** How many full-resolution pixels one pixel of the shown level covers. */
  readonly levelScale: number;
};

/** The scale of a file: the latest calibration by a known length, else what the file says. */
export function measureScaleOf(
  metadata: PictureMetadata,
  space: VolumeSpace | undefined,
  annotations: readonly Annotation[],
  levelScale: number,
): MeasureScale {
  const latest = annotations
    .map(({ content }) => content)
    .findLast((content) => content.kind === 'calibration');
  const [from, to] = latest?.points ?? [];
  const picture =
    latest && from && to ? calibrate([from, to], latest.millimetres, metadata) : scaleOf(metadata);
  return { picture, space, levelScale };
}

/** "12,4 ± 0,2 mm", with what it means; '' where nothing is measured. */
export function describeMeasurement(
  { content }: Annotation,
  all: readonly Annotation[],
  scale: MeasureScale,
): string {
  if (content.kind === 'calibration') return `${formatNumber(content.millimetres)} mm`;
  if (content.kind === 'implant') {
    const size = `Ø ${formatNumber(content.diameter)} × ${formatNumber(content.length)} mm`;
    return [size, describeCanal(content, all)].filter(Boolean).join(' · ');
  }
  const measured = measure(content, scale);
  if (!measured) return '';
  return [formatMeasurement(measured, scale), describeCanal(content, all)]
    .filter(Boolean)
    .join(' · ');
}

/** The measured value; undefined for annotations that measure nothing. */
export function measure(content: AnnotationContent, scale: MeasureScale): Measurement | undefined {
  const { picture, space, levelScale } = scale;
  if (content.kind !== 'angle' && content.kind !== 'length' && content.kind !== 'polyline')
    return undefined;
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

/** The smallest distance of a length or an implant to the canals; undefined where there are none. */
export function nearestCanal(
  content: AnnotationContent,
  all: readonly Annotation[],
): ShortestLine | undefined {
  const lines = all.flatMap(({ content: other }) => {
    if (other.kind !== 'canal') return [];
    if (content.kind === 'implant') return implantToCanal(content, other.points) ?? [];
    if (content.kind !== 'length' && content.kind !== 'polyline') return [];
    const points = content.points.filter(isPoint3);
    return points.length > 0 ? (distanceToCanal(points, other.points) ?? []) : [];
  });
  return lines.toSorted((a, b) => a.distance - b.distance)[0];
}

function describeCanal(content: AnnotationContent, all: readonly Annotation[]): string {
  const line = nearestCanal(content, all);
  return line ? `kanala ${formatNumber(line.distance)} mm` : '';
}

/** "≈" and the word for projections: the patient is magnified there by an unknown factor. */
function formatMeasurement(measured: Measurement, { picture }: MeasureScale): string {
  const { value, unit, uncertainty, isApproximate } = measured;
  const digits = unit === 'px' ? 0 : 1;
  const text = `${formatNumber(value, digits)} ± ${formatNumber(uncertainty, digits)} ${unit}`;
  return isApproximate && picture.kind === 'detector' ? `≈ ${text} (proyeksiya)` : text;
}

const formatNumber = (value: number, digits = 1): string =>
  value.toLocaleString('de-DE', { minimumFractionDigits: digits, maximumFractionDigits: digits });
