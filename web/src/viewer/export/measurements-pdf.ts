import { provider } from '@deqiq/contract/shared/provider.ts';
import { jsPDF } from 'jspdf';
import { formatMoment } from '../../lib/format.ts';
import { labels } from '../labels.ts';
import { panelLabels } from '../panel-labels.ts';
import type { DocumentPicture } from './measurement-pictures.ts';
import type { MeasurementRow } from './measurement-rows.ts';
import fontUrl from './onest-document.ttf?url';

type Content = {
  /** Whose pictures they are, and of what. */
  readonly caption: string;
  readonly pictures: readonly DocumentPicture[];
  /** Whether the pictures show every measurement. */
  readonly hasAll: boolean;
  readonly rows: readonly MeasurementRow[];
};

/** Millimetres of A4. */
const PAGE = { width: 210, height: 297, margin: 14 } as const;
const WIDTH = PAGE.width - 2 * PAGE.margin;
const BOTTOM = PAGE.height - 18;

/** Millimetres that all pictures take together at most, so that a usual table fits below them. */
const PICTURES_HEIGHT = 150;
const PICTURE_GAP = 4;

/** Points. */
const TEXT = { title: 15, caption: 10.5, small: 8, table: 8.5 } as const;
const MILLIMETRES_PER_POINT = 25.4 / 72;
const COLOURS = { ink: '#0b1722', muted: '#4a5a66', line: '#c9d2d8' } as const;

/** Share of the width that each column of the table has. */
const COLUMNS = [
  { title: panelLabels.save.columns.number, share: 0.05, text: ({ number }) => String(number) },
  { title: panelLabels.save.columns.kind, share: 0.16, text: ({ kind }) => kind },
  { title: panelLabels.save.columns.text, share: 0.31, text: ({ text }) => text },
  {
    title: panelLabels.save.columns.label,
    share: 0.17,
    text: ({ annotation }) => annotation.label,
  },
  {
    title: panelLabels.save.columns.author,
    share: 0.17,
    text: ({ annotation: { author } }) =>
      [panelLabels.measurements.authors[author.role], author.name].filter(Boolean).join(' · '),
  },
  {
    title: panelLabels.save.columns.changed,
    share: 0.14,
    text: ({ annotation }) => formatMoment(annotation.updatedAt),
  },
] as const satisfies readonly {
  title: string;
  share: number;
  text: (row: MeasurementRow) => string;
}[];

/** The pictures and the table of measurements on one page of A4; a table that is too long continues on others. */
export async function measurementsPdf(content: Content): Promise<Blob> {
  const doc = new jsPDF({ unit: 'mm', format: 'a4', compress: true, putOnlyUsedFonts: true });
  doc.addFileToVFS('Onest.ttf', await fetchFont());
  doc.addFont('Onest.ttf', 'Onest', 'normal');
  doc.setFont('Onest');
  doc.setProperties({ title: panelLabels.save.document, creator: provider.name });
  doc.setLanguage('az');
  let y = writeHead(doc, content.caption);
  y = drawPictures(doc, content.pictures, y);
  if (!content.hasAll)
    y = writeLine(doc, panelLabels.save.moreViews, y + 1, TEXT.small, COLOURS.muted);
  writeTable(doc, content.rows, y + 4);
  writeFoot(doc);
  return doc.output('blob');
}

/** The font as the characters of its bytes, which jsPDF takes. */
async function fetchFont(): Promise<string> {
  const response = await fetch(fontUrl);
  if (!response.ok) throw new Error(panelLabels.save.failed);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

function writeHead(doc: jsPDF, caption: string): number {
  const y = writeLine(doc, panelLabels.save.document, PAGE.margin, TEXT.title, COLOURS.ink);
  return caption ? writeLine(doc, caption, y, TEXT.caption, COLOURS.muted) + 2 : y + 2;
}

/** Writes a wrapped text below `y` and returns where it ends. */
function writeLine(doc: jsPDF, text: string, y: number, size: number, colour: string): number {
  doc.setFontSize(size).setTextColor(colour);
  const lines = doc.splitTextToSize(text, WIDTH) as string[];
  doc.text(lines, PAGE.margin, y, { baseline: 'top' });
  return y + lines.length * lineHeight(size);
}

const lineHeight = (size: number): number => size * MILLIMETRES_PER_POINT * 1.25;

function drawPictures(doc: jsPDF, pictures: readonly DocumentPicture[], top: number): number {
  const columns = pictures.length === 1 ? 1 : pictures.length <= 4 ? 2 : 3;
  const rows = Math.ceil(pictures.length / columns);
  const title = lineHeight(TEXT.small) + 1;
  const width = (WIDTH - PICTURE_GAP * (columns - 1)) / columns;
  const maxHeight = (PICTURES_HEIGHT - rows * (title + PICTURE_GAP)) / rows;
  let y = top;
  for (let row = 0; row < rows; row++) {
    const fitted = pictures
      .slice(row * columns, (row + 1) * columns)
      .map((picture) => ({ ...picture, ...fitPicture(picture.canvas, width, maxHeight) }));
    for (const [column, { canvas, title: text, width: shown, height }] of fitted.entries()) {
      const x = PAGE.margin + column * (width + PICTURE_GAP);
      doc.addImage(canvas.toDataURL('image/jpeg', 0.9), 'JPEG', x, y, shown, height);
      doc.setFontSize(TEXT.small).setTextColor(COLOURS.muted);
      doc.text(shorten(doc, text, width), x, y + height + 1, { baseline: 'top' });
    }
    y += Math.max(...fitted.map(({ height }) => height)) + title + PICTURE_GAP;
  }
  return y;
}

function fitPicture(picture: HTMLCanvasElement, width: number, maxHeight: number) {
  const scale = Math.min(width / picture.width, maxHeight / picture.height);
  return { width: picture.width * scale, height: picture.height * scale };
}

function shorten(doc: jsPDF, text: string, width: number): string {
  const [first = '', ...rest] = doc.splitTextToSize(text, width) as string[];
  return rest.length > 0 ? `${first} …` : first;
}

function writeTable(doc: jsPDF, rows: readonly MeasurementRow[], top: number): void {
  let y = writeRow(
    doc,
    COLUMNS.map(({ title }) => title),
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
function writeRow(doc: jsPDF, texts: readonly string[], top: number, colour: string): number {
  doc.setFontSize(TEXT.table);
  const cells = texts.map((text, index) => {
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

function writeFoot(doc: jsPDF): void {
  const count = doc.getNumberOfPages();
  doc.setFontSize(TEXT.small).setTextColor(COLOURS.muted);
  for (let page = 1; page <= count; page++) {
    doc.setPage(page);
    doc.text(`${provider.name} · ${labels.disclaimer}`, PAGE.margin, PAGE.height - 10);
    if (count > 1)
      doc.text(
        `${panelLabels.save.page} ${page} / ${count}`,
        PAGE.width - PAGE.margin,
        PAGE.height - 10,
        {
          align: 'right',
        },
      );
  }
}
