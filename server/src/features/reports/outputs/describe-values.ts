import {
  countDecimals,
  implantSystemNames,
} from '@deqiq/contract/shared/imaging/implant-systems.ts';
import { type ChosenLanguage, tags } from '@deqiq/messages/language.ts';
import * as texts from '@deqiq/messages/viewer/measurements.js';
import { inLanguage } from '../../../platform/http/requests/language.ts';
import { type MeasuredValue, measure } from './measure.ts';
import type { ReportMeasurement } from './signed-report.ts';

type Implant = Extract<ReportMeasurement['content'], { kind: 'implant' }>;

/** "12,4 mm", with the viewer's words for a projection; '' where nothing is measured. */
export function describeValues(
  { content, scale }: Pick<ReportMeasurement, 'content' | 'scale'>,
  language: ChosenLanguage,
): string {
  const values = measure(content, scale);
  return inLanguage(language, () => {
    if (content.kind === 'implant') return describeImplant(content, language);
    return values.map((value) => describe(value, scale.kind, language)).join(', ');
  });
}

/** "Osstem TSIII SA Ø 4,0 × 10,0 mm". */
function describeImplant({ system, diameter, length }: Implant, language: ChosenLanguage): string {
  const format = (value: number) => formatValue(value, countDecimals(value), language);
  const size = texts.implantSize({ diameter: format(diameter), length: format(length) });
  return system ? `${implantSystemNames[system]} ${size}` : size;
}

function describe(
  measured: MeasuredValue,
  scale: ReportMeasurement['scale']['kind'],
  language: ChosenLanguage,
): string {
  const { value, unit, quantity, isProjected } = measured;
  if (quantity === 'diameter') return texts.diameter({ value: formatValue(value, 1, language) });
  // The pixels of a detector say nothing about the magnification: decimals would be false.
  if (isProjected && scale === 'detector')
    return (quantity === 'area' ? texts.magnifiedArea : texts.magnified)({
      value: formatValue(value, 0, language),
    });
  const text = `${formatValue(value, unit.startsWith('px') ? 0 : 1, language)} ${unitTexts[unit]()}`;
  return isProjected ? texts.projected({ text }) : text;
}

const unitTexts = {
  mm: texts.mm,
  px: texts.px,
  '°': () => '°',
  'mm²': texts.squareMm,
  'px²': texts.squarePx,
} as const;

/** Azerbaijani numbers have a comma, whatever the data of the runtime has. */
const formatValue = (value: number, digits: number, language: ChosenLanguage): string =>
  value.toLocaleString(language === 'az' ? 'ru' : tags[language], {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
