import type { ReportContent } from '@deqiq/contract/reports/content/report-content.ts';
import { describeFinding } from '@deqiq/contract/reports/content/report-texts.ts';
import * as texts from '@deqiq/messages/reports/report-pdf.js';
import { Colours, lineHeight, MARGIN, type ReportDocument, WIDTH } from './document.ts';
import { writeHeading } from './sections.ts';

const NUMBER_WIDTH = 30;

/** One row for each tooth, in the order of the FDI numbers. */
export function writeToothFindings(document: ReportDocument, teeth: ReportContent['teeth']): void {
  const rows = Object.entries(teeth)
    .filter(([, found]) => found.length > 0)
    .toSorted(([a], [b]) => Number(a) - Number(b));
  if (rows.length === 0) return;
  writeHeading(document, texts.toothFindings());
  const { styles } = document;
  const box = { x: MARGIN + NUMBER_WIDTH, width: WIDTH - NUMBER_WIDTH };
  for (const [fdi, found] of rows) {
    const text = found.map(describeFinding).join('; ');
    const lines = document.wrap(text, styles.body, box.width).length;
    document.reserve(Math.min(lines, 3) * lineHeight(styles.body) + 5);
    document.page.text(fdi, MARGIN + 4, document.y + styles.strong.size, styles.strong);
    document.paragraph(text, styles.body, box);
    document.page.line([MARGIN, document.y + 1], [MARGIN + WIDTH, document.y + 1], {
      colour: Colours.line,
      width: 0.5,
    });
    document.y += 3.5;
  }
}
