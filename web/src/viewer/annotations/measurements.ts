import { findDiameter } from '@deqiq/contract/imaging/annotation-limits.ts';
import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import {
  countDecimals,
  implantSystemNames,
} from '@deqiq/contract/shared/imaging/implant-systems.ts';
import { LANDMARKS } from '@deqiq/contract/shared/imaging/landmarks.ts';
import * as texts from '@deqiq/messages/viewer/measurements.js';
import * as viewerTexts from '@deqiq/messages/viewer/viewer.js';
import { formatNumber } from '../../lib/format.ts';
import {
  type Measurement,
  measureAngle,
  measureAngleInVolume,
  measureEllipse,
  measureLength,
  measureLengthInVolume,
} from '../geometry/measure.ts';
import { isPoint2, isPoint3 } from '../geometry/vectors.ts';
import {
  type Canal,
  type Clearance,
  describeWarning,
  findClearances,
  isDepthVerified,
} from './clearance.ts';
import { describeGrey } from './grey-values.ts';
import { type ByKind, type Content, callByKind, type DrawnKind, isDrawn } from './kinds.ts';
import type { MeasureScale } from './measure-scale.ts';
import { describeNeighbour, findNeighbour } from './neighbours.ts';

/** "12,4 ± 0,2 mm", with what it means and how far structures and the next implant are; '' where nothing is measured. */
export function describeMeasurement(
  { content }: Annotation,
  all: readonly Annotation[],
  scale: MeasureScale,
): string {
  const clearances = findClearances(content, all, scale);
  const neighbour = findNeighbour(content, all, scale);
  return [
    describeSize(content, scale),
    ...clearances.map(describeClearance),
    neighbour && describeNeighbour(neighbour),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** "Diş 36"; '' where the annotation is about no tooth. */
export const describeTooth = (content: AnnotationContent): string =>
  'tooth' in content && content.tooth !== undefined
    ? texts.tooth({ number: String(content.tooth) })
    : '';

/** The same without the distances. */
export const describeSize = (content: AnnotationContent, scale: MeasureScale): string =>
  isDrawn(content) ? callByKind(sizes, content.kind, content, scale) : '';

const describeMeasured =
  <Kind extends DrawnKind>(measure: Measure<Kind>) =>
  (content: Content<Kind>, scale: MeasureScale): string => {
    const measured = measure(content, scale);
    return measured ? formatMeasurement(measured, scale) : '';
  };

const sizes: ByKind<[MeasureScale], string> = {
  length: describeMeasured(measureLine),
  polyline: describeMeasured(measureLine),
  angle: describeMeasured(measureCorner),
  arrow: () => '',
  text: () => '',
  ellipse: (ellipse, scale) =>
    [describeMeasured(measureArea)(ellipse, scale), describeGrey(ellipse, scale)]
      .filter(Boolean)
      .join(' · '),
  profile: describeMeasured(measureLine),
  calibration: ({ millimetres }) => viewerTexts.millimetres({ value: format(millimetres) }),
  ceph: ({ names }) => texts.landmarks({ placed: names.length, all: LANDMARKS.length }),
  canal: describeCanal,
  implant: describeImplant,
};

/** "Osstem TSIII SA Ø 4,0 × 10,0 mm". */
function describeImplant({ system, diameter, length }: Content<'implant'>): string {
  const size = texts.implantSize({
    diameter: format(diameter, countDecimals(diameter)),
    length: format(length, countDecimals(length)),
  });
  return system ? `${implantSystemNames[system]} ${size}` : size;
}

/** "Ø 3,0 mm · dərinlik yoxlanmayıb"; of a sinus floor, which has no diameter, only whether its depth was seen. */
function describeCanal(canal: Canal): string {
  const diameter = findDiameter(canal);
  const size = diameter > 0 ? texts.diameter({ value: format(diameter) }) : '';
  return noteDepth(size, isDepthVerified(canal));
}

/** A canal that was set in a panoramic lies on the arch, whatever its true depth is. */
const noteDepth = (text: string, isVerified: boolean): string =>
  isVerified ? text : [text, texts.depthUnverified()].filter(Boolean).join(' · ');

const distanceTexts = {
  canal: { to: texts.toCanal, touches: texts.touchesCanal },
  'sinus-floor': { to: texts.toSinusFloor, touches: texts.touchesSinusFloor },
  root: { to: texts.toRoot, touches: texts.touchesRoot },
} as const;

/** "kanala 2,4 ± 0,3 mm (yaxındır) · dərinlik yoxlanmayıb": from wall to wall. */
export function describeClearance(clearance: Clearance): string {
  const { structure, tooth, distance, uncertainty, warning, isVerified } = clearance;
  const { to, touches } = distanceTexts[structure];
  const text =
    distance === 0
      ? touches()
      : to({ distance: format(distance), uncertainty: format(uncertainty) });
  const withTooth =
    tooth === undefined ? text : `${text} (${texts.tooth({ number: String(tooth) })})`;
  return noteDepth(describeWarning(withTooth, warning), isVerified);
}

export type TableValue = Pick<Measurement, 'value' | 'unit'> & {
  readonly uncertainty: number | undefined;
};

/** The measured value for a table; undefined for annotations that measure nothing. */
export const toTableValue = (
  content: AnnotationContent,
  scale: MeasureScale,
): TableValue | undefined =>
  isDrawn(content) ? callByKind(tableValues, content.kind, content, scale) : undefined;

/** A length on the detector is magnified by an unknown factor: its decimals would be false. */
const tabulateMeasured =
  <Kind extends DrawnKind>(measure: Measure<Kind>) =>
  (content: Content<Kind>, scale: MeasureScale): TableValue | undefined => {
    const measured = measure(content, scale);
    return measured?.isApproximate && scale.picture.kind === 'detector'
      ? { value: Math.round(measured.value), unit: measured.unit, uncertainty: undefined }
      : measured;
  };

const tableValues: ByKind<[MeasureScale], TableValue | undefined> = {
  length: tabulateMeasured(measureLine),
  polyline: tabulateMeasured(measureLine),
  angle: tabulateMeasured(measureCorner),
  arrow: () => undefined,
  text: () => undefined,
  ellipse: tabulateMeasured(measureArea),
  profile: tabulateMeasured(measureLine),
  calibration: ({ millimetres }) => ({ value: millimetres, unit: 'mm', uncertainty: undefined }),
  ceph: () => undefined,
  canal: () => undefined,
  implant: () => undefined,
};

type Measure<Kind extends DrawnKind> = (
  content: Content<Kind>,
  scale: MeasureScale,
) => Measurement | undefined;

// A sharper level that arrives later does not make points more exact: the level of the points counts.

export function measureLine(
  { points, levelScale }: Pick<Content<'length'>, 'points' | 'levelScale'>,
  scale: MeasureScale,
): Measurement | undefined {
  const { picture, space } = scale;
  const level = levelScale ?? scale.levelScale;
  const inPicture = points.filter(isPoint2);
  return inPicture.length > 0
    ? measureLength(inPicture, picture, level)
    : space && measureLengthInVolume(points.filter(isPoint3), space, level);
}

function measureArea(
  { points, levelScale }: Content<'ellipse'>,
  scale: MeasureScale,
): Measurement | undefined {
  const axis = (from: number) =>
    measureLine({ points: points.slice(from, from + 2) as typeof points, levelScale }, scale);
  const across = axis(0);
  const along = axis(2);
  return across && along && measureEllipse(across, along);
}

function measureCorner(
  { points, levelScale }: Content<'angle'>,
  scale: MeasureScale,
): Measurement | undefined {
  const { picture, space } = scale;
  const level = levelScale ?? scale.levelScale;
  const [a, b, c] = points.filter(isPoint2);
  if (a && b && c) return measureAngle([a, b, c], picture, level);
  const [p, q, r] = points.filter(isPoint3);
  return space && p && q && r ? measureAngleInVolume([p, q, r], space, level) : undefined;
}

/**
 * "≈" and the word for projections: the patient is magnified there by an unknown factor, also in a picture that was
 * calibrated at one place. The pixels of a detector say nothing about that factor, so their ± is left out.
 */
function formatMeasurement(measured: Measurement, { picture }: MeasureScale): string {
  const { value, unit, uncertainty, isApproximate } = measured;
  if (picture.kind === 'detector' && isApproximate)
    return (unit === 'mm²' ? texts.magnifiedArea : texts.magnified)({ value: format(value, 0) });
  const digits = unit.startsWith('px') ? 0 : 1;
  const text = `${format(value, digits)} ± ${format(uncertainty, digits)} ${unitNames[unit]()}`;
  return isApproximate ? texts.projected({ text }) : text;
}

export const unitNames = {
  mm: texts.mm,
  px: texts.px,
  '°': () => '°',
  'mm²': texts.squareMm,
  'px²': texts.squarePx,
} as const;

const format = (value: number, digits = 1): string => formatNumber(value, digits);
