import * as texts from '@deqiq/messages/viewer/export.js';
import type { jsPDF } from 'jspdf';
import { formatMoment } from '../../../lib/format.ts';
import { describeTooth } from '../../annotations/measurements.ts';
import { authorNames, type MeasurementRow } from '../measurement-rows.ts';
import { BOTTOM, COLOURS, lineHeight, PAGE, TEXT, WIDTH } from './pdf-page.ts';

/** Share of the width that each column of the table has. */
const COLUMNS = [
  { title: texts.rowNumber, share: 0.05, text: ({ number }) => String(number) },
  {
    title: texts.kind,
    share: 0.16,
    text: ({ kind, annotation }) =>
      [kind, describeTooth(annotation.content)].filter(Boolean).join(' · '),
  },
  { title: texts.result, share: 0.31, text: ({ text }) => text },
  {
    title: texts.label,
    share: 0.17,
    text: ({ annotation }) => annotation.label,
  },
  {
    title: texts.author,
    share: 0.17,
    text: ({ annotation: { author } }) =>
      [authorNames[author.role](), author.name].filter(Boolean).join(' · '),
  },
  {
    title: texts.changed,
    share: 0.14,
    text: ({ annotation }) => formatMoment(annotation.updatedAt),
  },
] as const satisfies readonly {
  title: () => string;
  share: number;
  text: (row: MeasurementRow) => string;
}[];

export function writeTable(doc: jsPDF, rows: readonly MeasurementRow[], top: number): void {
  let y = writeRow(
    doc,
    COLUMNS.map(({ title }) => title()),
    top,
    COLOURS.muted,
  );
  for (const row of rows)
    y = writeRow(
      doc,
      COLUMNS.map(({ text }) => text(row)),
      y,
      COLOURS.ink,
    );
}

/** Writes a row, on the next page where this one is full, and returns where it ends. */
function writeRow(doc: jsPDF, contents: readonly string[], top: number, colour: string): number {
  doc.setFontSize(TEXT.table);
  const cells = contents.map((text, index) => {
    const width = (COLUMNS[index]?.share ?? 0) * WIDTH;
    return { width, lines: doc.splitTextToSize(text, width - 2) as string[] };
  });
  const height = Math.max(...cells.map(({ lines }) => lines.length)) * lineHeight(TEXT.table) + 2;
  const isFull = top + height > BOTTOM;
  if (isFull) doc.addPage();
  const y = isFull ? PAGE.margin : top;
  doc.setTextColor(colour);
  let x: number = PAGE.margin;
  for (const { width, lines } of cells) {
    doc.text(lines, x, y + 1, { baseline: 'top', lineHeightFactor: 1.25 });
    x += width;
  }
  doc.setDrawColor(COLOURS.line).setLineWidth(0.2);
  doc.line(PAGE.margin, y + height, PAGE.margin + WIDTH, y + height);
  return y + height;
}
