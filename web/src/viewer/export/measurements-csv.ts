import * as texts from '@deqiq/messages/viewer/export.js';
import { formatMoment } from '../../lib/format.ts';
import type { Examination } from '../viewer-file.ts';
import { authorNames, type MeasurementRow } from './measurement-rows.ts';

/** Without it Excel reads UTF-8 in the system's code page. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Separator of fields where the decimal sign is a comma, as in Azerbaijan. */
const SEPARATOR = ';';

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what it is about
const CONTROL = /[\u0000-\u001F\u007F-\u009F\u2028\u2029]+/g;

/** Where a spreadsheet may read a formula, whether it separates fields by `;`, `,` or tabs. */
const FORMULA = /(^|[;,])(?=[\s"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/** The measurements as a table for spreadsheets. The patient's name is in it only if `hasPatientName`. */
export function measurementsCsv(
  rows: readonly MeasurementRow[],
  examination: Examination,
  hasPatientName: boolean,
): string {
  const table: string[][] = [
    [
      ...(hasPatientName ? [texts.patient()] : []),
      texts.examination(),
      texts.day(),
      texts.rowNumber(),
      texts.kind(),
      texts.value(),
      texts.uncertainty(),
      texts.unit(),
      texts.toCanal(),
      texts.result(),
      texts.frame(),
      texts.label(),
      texts.author(),
      texts.side(),
      texts.changed(),
      texts.tooth(),
      texts.mean(),
      texts.deviation(),
      texts.greyUnit(),
      texts.toSinusFloor(),
      texts.toRoot(),
    ],
    ...rows.map((row) => {
      const { content, label, author, updatedAt } = row.annotation;
      const frame = 'frame' in content ? content.frame : undefined;
      return [
        ...(hasPatientName ? [examination.patient] : []),
        examination.title,
        examination.day,
        String(row.number),
        row.kind,
        formatValue(row.value),
        formatValue(row.uncertainty),
        row.unit,
        formatValue(row.clearances.canal),
        row.text,
        frame === undefined ? '' : String(frame + 1),
        label,
        author.name,
        authorNames[author.role](),
        formatMoment(updatedAt),
        row.tooth === undefined ? '' : String(row.tooth),
        formatValue(row.grey?.mean),
        formatValue(row.grey?.deviation),
        row.greyUnit,
        formatValue(row.clearances['sinus-floor']),
        formatValue(row.clearances.root),
      ];
    }),
  ];
  return BYTE_ORDER_MARK + table.map(csvLine).join('');
}

const csvLine = (fields: readonly string[]): string =>
  `${fields.map(formatField).join(SEPARATOR)}\r\n`;

function formatField(text: string): string {
  const safe = text.replace(CONTROL, ' ').replace(FORMULA, "$1'");
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Without a separator of thousands, which spreadsheets do not read as a number. */
const formatValue = (value: number | undefined): string =>
  value?.toLocaleString('de-DE', { maximumFractionDigits: 2, useGrouping: false }) ?? '';
