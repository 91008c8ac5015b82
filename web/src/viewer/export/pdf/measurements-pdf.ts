import { language } from '@deqiq/messages/language.ts';
import * as texts from '@deqiq/messages/viewer/export.js';
import * as viewerTexts from '@deqiq/messages/viewer/viewer.js';
import { jsPDF } from 'jspdf';
import { clinic } from '../../../lib/clinic.ts';
import type { DocumentPicture } from '../measurement-pictures.ts';
import type { MeasurementRow } from '../measurement-rows.ts';
import fontUrl from './onest-document.ttf?url';
import { COLOURS, PAGE, TEXT, writeLine } from './pdf-page.ts';
import { drawPictures } from './pdf-pictures.ts';
import { writeTable } from './pdf-table.ts';

type Content = {
  /** Whose pictures they are, and of what. */
  readonly caption: string;
  readonly pictures: readonly DocumentPicture[];
  /** Whether the pictures show every measurement. */
  readonly hasAll: boolean;
  readonly rows: readonly MeasurementRow[];
};

/** The pictures and the table of measurements on one page of A4; a table that is too long continues on others. */
export async function measurementsPdf(content: Content): Promise<Blob> {
  const doc = new jsPDF({ unit: 'mm', format: 'a4', compress: true, putOnlyUsedFonts: true });
  doc.addFileToVFS('Onest.ttf', await fetchFont());
  doc.addFont('Onest.ttf', 'Onest', 'normal');
  doc.setFont('Onest');
  doc.setProperties({ title: texts.document(), creator: clinic.name });
  const spoken = language();
  doc.setLanguage(spoken === 'spec' ? 'az' : spoken);
  let y = writeHead(doc, content.caption);
  y = drawPictures(doc, content.pictures, y);
  if (!content.hasAll) y = writeLine(doc, texts.moreViews(), y + 1, TEXT.small, COLOURS.muted);
  writeTable(doc, content.rows, y + 4);
  writeFoot(doc);
  return doc.output('blob');
}

/** The font as the characters of its bytes, which jsPDF takes. */
async function fetchFont(): Promise<string> {
  const response = await fetch(fontUrl);
  if (!response.ok) throw new Error(texts.failed());
  const bytes = new Uint8Array(await response.arrayBuffer());
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

function writeHead(doc: jsPDF, caption: string): number {
  const y = writeLine(doc, texts.document(), PAGE.margin, TEXT.title, COLOURS.ink);
  return caption ? writeLine(doc, caption, y, TEXT.caption, COLOURS.muted) + 2 : y + 2;
}

function writeFoot(doc: jsPDF): void {
  const count = doc.getNumberOfPages();
  doc.setFontSize(TEXT.small).setTextColor(COLOURS.muted);
  for (let page = 1; page <= count; page++) {
    doc.setPage(page);
    doc.text(`${clinic.name} · ${viewerTexts.disclaimer()}`, PAGE.margin, PAGE.height - 10);
    if (count > 1)
      doc.text(texts.page({ page, count }), PAGE.width - PAGE.margin, PAGE.height - 10, {
        align: 'right',
      });
  }
}
