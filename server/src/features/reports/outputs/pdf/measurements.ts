import { findStructure } from '@deqiq/contract/imaging/annotation-limits.ts';
import type { ChosenLanguage } from '@deqiq/messages/language.ts';
import * as texts from '@deqiq/messages/reports/report-pdf.js';
import * as measurementTexts from '@deqiq/messages/viewer/measurements.js';
import * as kindTexts from '@deqiq/messages/viewer/tools.js';
import { describeValues } from '../describe-values.ts';
import type { ReportMeasurement, SignedReport } from '../signed-report.ts';
import { lineHeight, MARGIN, type ReportDocument, WIDTH } from './document.ts';
import { writeHeading } from './sections.ts';

const names = {
  length: kindTexts.length,
  polyline: kindTexts.polyline,
  angle: kindTexts.angle,
  arrow: kindTexts.arrow,
  text: kindTexts.text,
  ellipse: kindTexts.ellipse,
  profile: kindTexts.profile,
  calibration: kindTexts.calibrationAnnotation,
  canal: kindTexts.canal,
  implant: kindTexts.implant,
  ceph: kindTexts.ceph,
  arch: kindTexts.arch,
  window: kindTexts.windowAnnotation,
  straightening: kindTexts.straightening,
  alignment: kindTexts.alignment,
} as const;

const structures = {
  canal: kindTexts.canal,
  'sinus-floor': kindTexts.sinusFloor,
  root: kindTexts.root,
} as const;

const nameKind = (content: ReportMeasurement['content']): string =>
  (content.kind === 'canal' ? structures[findStructure(content)] : names[content.kind])();

/** The kind of a measurement, with the name that the author gave it, and its tooth. */
function nameMeasurement({ content, label }: ReportMeasurement): string {
  const tooth = 'tooth' in content ? content.tooth : undefined;
  const name = label === '' ? nameKind(content) : `${nameKind(content)}: ${label}`;
  return tooth === undefined
    ? name
    : `${name} · ${measurementTexts.tooth({ number: String(tooth) })}`;
}

/** Arrows and texts have no value: their label says what they mean. Nor has a sinus floor: it was drawn to plan beside it. */
const hasNameOnly = ({ content, label }: ReportMeasurement): boolean =>
  content.kind === 'canal'
    ? findStructure(content) === 'sinus-floor'
    : (content.kind === 'arrow' || content.kind === 'text') && label !== '';

/** Name and value of each measurement, without the uncertainty that the viewer adds. */
export function writeMeasurements(
  document: ReportDocument,
  { measurements }: SignedReport,
  language: ChosenLanguage,
): void {
  const rows = measurements
    .map((measurement) => ({ measurement, value: describeValues(measurement, language) }))
    .filter(({ measurement, value }) => value !== '' || hasNameOnly(measurement))
    .map(({ measurement, value }) => [nameMeasurement(measurement), value]);
  if (rows.length === 0) return;
  writeHeading(document, texts.measurements());
  const { styles } = document;
  const column = WIDTH / 2;
  for (const [name = '', value = ''] of rows) {
    const names = document.wrap(name, styles.body, column - 12);
    const values = document.wrap(value, styles.strong, column);
    document.reserve(Math.max(names.length, values.length) * lineHeight(styles.body));
    const top = document.y;
    document.paragraph(names.join('\n'), styles.body, { x: MARGIN, width: column });
    const bottom = document.y;
    document.y = top;
    document.paragraph(values.join('\n'), styles.strong, { x: MARGIN + column, width: column });
    document.y = Math.max(bottom, document.y) + 1;
  }
}
