import * as texts from '@deqiq/messages/viewer/ceph.js';
import * as viewerTexts from '@deqiq/messages/viewer/viewer.js';
import { formatNumber } from '../../../lib/format.ts';
import type { Content } from '../kinds.ts';
import type { MeasureScale } from '../measure-scale.ts';
import { ANALYSES, type Analysis, type CephMeasure } from './analyses.ts';
import { createFinder, evaluate, findCephScale } from './measure-ceph.ts';

/** How far a value is from its norm: within one deviation, two, or more; undefined where none is published. */
export type CephLevel = 'normal' | 'changed' | 'far' | undefined;

export type CephResult = {
  readonly name: string;
  readonly unit: '°' | 'mm';
  readonly value: number;
  /** "82,4°", "≈ 3,9 mm". */
  readonly valueText: string;
  /** "82 ± 3,9°". */
  readonly norm: string;
  /** "+0,1 SD, normadadır". */
  readonly difference: string;
  readonly level: CephLevel;
  readonly note: string;
};

const APPROXIMATE = '≈ ';

/** The measures of an analysis whose landmarks are placed; those in millimetres only where the picture has a scale. */
export function findCephResults(
  analysis: Analysis,
  ceph: Content<'ceph'>,
  scale: Pick<MeasureScale, 'picture'>,
): CephResult[] {
  const picture = findCephScale(ceph, scale.picture);
  const find = createFinder(ceph, picture);
  return analysis.measures.flatMap((measure) => {
    const isLength = measure.formula.kind === 'distance';
    const value = isLength && picture.kind === 'none' ? undefined : evaluate(measure.formula, find);
    return value === undefined
      ? []
      : [describeResult(measure, value, picture.kind !== 'calibrated')];
  });
}

/** The results of every analysis, with its name. */
export const findAllResults = (ceph: Content<'ceph'>, scale: Pick<MeasureScale, 'picture'>) =>
  ANALYSES.flatMap((analysis) =>
    findCephResults(analysis, ceph, scale).map((result) => ({ analysis, result })),
  );

/** A picture of a projection is magnified by an unknown factor: its lengths are approximate. */
function describeResult(measure: CephMeasure, value: number, isProjected: boolean): CephResult {
  const { mean, deviation, note } = measure;
  const unit = measure.formula.kind === 'distance' ? 'mm' : '°';
  const prefix = unit === 'mm' && isProjected ? APPROXIMATE : '';
  const norm = deviation === undefined ? format(mean) : `${format(mean)} ± ${format(deviation)}`;
  const level = findLevel(value - mean, deviation);
  return {
    name: measure.name(),
    unit,
    value,
    valueText: prefix + withUnit(formatNumber(value, 1), unit),
    norm: withUnit(norm, unit),
    difference: describeDifference(value - mean, { deviation, unit, level }),
    level,
    note: note?.() ?? '',
  };
}

function findLevel(difference: number, deviation: number | undefined): CephLevel {
  if (deviation === undefined) return undefined;
  const count = Math.abs(difference) / deviation;
  return count <= 1 ? 'normal' : count <= 2 ? 'changed' : 'far';
}

const words = {
  normal: { above: texts.normal, below: texts.normal },
  changed: { above: texts.above, below: texts.below },
  far: { above: texts.farAbove, below: texts.farBelow },
} as const;

function describeDifference(
  difference: number,
  {
    deviation,
    unit,
    level,
  }: { deviation: number | undefined; unit: CephResult['unit']; level: CephLevel },
): string {
  if (deviation === undefined || !level) return withUnit(withSign(difference), unit);
  const word = words[level][difference > 0 ? 'above' : 'below']();
  return texts.deviations({ count: withSign(difference / deviation), word });
}

const withUnit = (text: string, unit: CephResult['unit']): string =>
  unit === '°' ? `${text}°` : viewerTexts.millimetres({ value: text });

const withSign = (value: number): string => {
  const text = formatNumber(Math.abs(value), 1);
  return Number(value.toFixed(1)) === 0 ? text : `${value > 0 ? '+' : '−'}${text}`;
};

/** "82", "3,9": no decimals where there are none. */
const format = (value: number): string => formatNumber(value, Number.isInteger(value) ? 0 : 1);

type Change = { readonly earlier: string; readonly change: string };

/** The value of a measure in an earlier tracing, and its change since; "—" where it was not measured. */
export function describeChange(
  { name, unit, value, valueText }: CephResult,
  before: readonly CephResult[],
): Change {
  const found = before.find((one) => one.name === name && one.unit === unit);
  if (!found) return { earlier: '—', change: '—' };
  const isApproximate = [valueText, found.valueText].some((text) => text.startsWith(APPROXIMATE));
  return {
    earlier: found.valueText,
    change: (isApproximate ? APPROXIMATE : '') + withUnit(withSign(value - found.value), unit),
  };
}
