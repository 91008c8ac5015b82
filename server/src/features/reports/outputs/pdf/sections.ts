import { BOTTOM, Colours, lineHeight, MARGIN, type ReportDocument, WIDTH } from './document.ts';

/** Space above a heading. */
const GAP = 10;

/** A heading that stays with what follows it: `following` points at least. */
export function writeHeading(document: ReportDocument, text: string, following = 28): void {
  const { styles } = document;
  document.y += GAP;
  document.reserve(lineHeight(styles.heading) + following);
  document.paragraph(text, styles.heading);
  document.y += 2;
}

/** A heading and a text; nothing for an empty text. */
export function writeSection(document: ReportDocument, heading: string, text: string): void {
  if (text.trim() === '') return;
  writeHeading(document, heading);
  document.paragraph(text.trim(), document.styles.body);
}

const PADDING = 10;

/** The conclusion on a ground of its own: it is what the doctor looks for. */
export function writeConclusion(document: ReportDocument, heading: string, text: string): void {
  if (text.trim() === '') return;
  const { styles } = document;
  const width = WIDTH - 2 * PADDING;
  const style = { ...styles.body, size: 10.5 };
  const lines = document.wrap(text.trim(), style, width);
  document.y += GAP;
  const head = lineHeight(styles.heading) + 2;
  document.reserve(2 * PADDING + head + Math.min(lines.length, 4) * lineHeight(style));
  writeGround(document, 2 * PADDING + head + lines.length * lineHeight(style));
  document.y += PADDING;
  const box = { x: MARGIN + PADDING, width };
  document.paragraph(heading, styles.heading, box);
  document.y += 2;
  document.paragraph(text.trim(), style, box);
  document.y += PADDING;
}

/** A text that is longer than the page has a ground as far as the page goes. */
function writeGround({ page, y }: ReportDocument, height: number): void {
  const shown = Math.min(height, BOTTOM - y);
  page.rectangle({ x: MARGIN, y, width: WIDTH, height: shown }, { fill: Colours.accentSoft });
  page.rectangle({ x: MARGIN, y, width: 3, height: shown }, { fill: Colours.accent });
}
