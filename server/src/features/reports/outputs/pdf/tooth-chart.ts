import type { ReportContent } from '@deqiq/contract/reports/content/report-content.ts';
import * as texts from '@deqiq/messages/reports/report-pdf.js';
import type { Colour } from '../../../../platform/pdf/pdf-page.ts';
import { Colours, MARGIN, type ReportDocument, WIDTH } from './document.ts';
import { writeHeading } from './sections.ts';
import {
  DECIDUOUS_ROWS,
  findMark,
  hasImplant,
  PERMANENT_ROWS,
  type ToothMark,
} from './tooth-kinds.ts';

type Teeth = ReportContent['teeth'];

/** Points. */
const COLUMN = WIDTH / 16;
const ROW = 52;
const CROWN = 14;
const ROOT = 20;

const marks: Readonly<Record<ToothMark, { readonly fill: Colour; readonly line: Colour }>> = {
  unmarked: { fill: '#ffffff', line: '#84929c' },
  pathology: { fill: '#f2938a', line: Colours.danger },
  treatment: { fill: '#8fd3d8', line: Colours.accent },
  absent: { fill: '#ffffff', line: Colours.line },
};

/** Both rows of the permanent teeth, and of the deciduous ones where one of them has a finding. */
export function writeToothChart(document: ReportDocument, teeth: Teeth): void {
  if (Object.keys(teeth).length === 0) return;
  const hasDeciduous = Object.keys(teeth).some((fdi) => Number(fdi) > 50);
  const [upper, lower] = PERMANENT_ROWS;
  const [upperDeciduous, lowerDeciduous] = DECIDUOUS_ROWS;
  const rows = [upper, ...(hasDeciduous ? [upperDeciduous, lowerDeciduous] : []), lower];
  writeHeading(document, texts.teeth(), rows.length * ROW + 26);
  const { page, styles } = document;
  const top = document.y;
  for (const [index, row] of rows.entries())
    drawRow(document, row, { top: top + index * ROW, teeth, isUpper: index < rows.length / 2 });
  const height = rows.length * ROW;
  const middle = { colour: Colours.line, width: 0.8 };
  page.line([MARGIN, top + height / 2], [MARGIN + WIDTH, top + height / 2], middle);
  page.line([MARGIN + WIDTH / 2, top], [MARGIN + WIDTH / 2, top + height], middle);
  document.y = top + height + 4;
  const left = texts.left();
  page.text(texts.right(), MARGIN, document.y + 7, styles.label);
  const width = styles.label.font.measure(left) * styles.label.size;
  page.text(left, MARGIN + WIDTH - width, document.y + 7, styles.label);
  writeLegend(document);
  document.y += 12;
}

interface RowOptions {
  readonly top: number;
  readonly teeth: Teeth;
  readonly isUpper: boolean;
}

/** Roots point away from the line between the jaws; the numbers stand at it. */
function drawRow(
  { page, styles }: ReportDocument,
  row: readonly string[],
  { top, teeth, isUpper }: RowOptions,
): void {
  const first = MARGIN + (WIDTH - row.length * COLUMN) / 2;
  for (const [index, fdi] of row.entries()) {
    const x = first + (index + 0.5) * COLUMN;
    const found = teeth[fdi] ?? [];
    const mark = findMark(found);
    const bite = isUpper ? top + ROW - 14 : top + 14;
    drawTooth(page, { x, bite, fdi, mark, isUpper, isImplant: hasImplant(found) });
    const style =
      mark === 'unmarked' ? styles.label : { ...styles.smallStrong, colour: numberColour(mark) };
    const width = style.font.measure(fdi) * style.size;
    page.text(fdi, x - width / 2, isUpper ? top + ROW - 4 : top + 10, style);
  }
}

const numberColour = (mark: ToothMark): Colour =>
  mark === 'absent' ? Colours.muted : marks[mark].line;

interface ToothOptions {
  readonly x: number;
  /** Where the biting edge is. */
  readonly bite: number;
  readonly fdi: string;
  readonly mark: ToothMark;
  readonly isUpper: boolean;
  readonly isImplant: boolean;
}

type Point = readonly [x: number, y: number];

function drawTooth(page: ReportDocument['page'], tooth: ToothOptions): void {
  const { x, bite, mark, isUpper } = tooth;
  const { fill, line } = marks[mark];
  const upwards = isUpper ? -1 : 1;
  const toPage = ([across, away]: Point): Point => [x + across, bite + upwards * away];
  if (mark === 'absent') {
    const style = { colour: Colours.muted, width: 0.9 };
    page.line(toPage([-4, 4]), toPage([4, CROWN]), style);
    page.line(toPage([-4, CROWN]), toPage([4, 4]), style);
    return;
  }
  for (const outline of listOutlines(tooth)) {
    page.fill(outline.map(toPage), fill);
    for (const [index, point] of outline.entries())
      page.line(toPage(point), toPage(outline[(index + 1) % outline.length] ?? point), {
        colour: line,
        width: 0.7,
      });
  }
}

/** Half the width of a crown, and the places of its roots, by the number within a quadrant. */
function describeTooth(fdi: string, isUpper: boolean) {
  const number = Number(fdi.charAt(1));
  const isDeciduous = Number(fdi) > 50;
  const isMolar = isDeciduous ? number > 3 : number > 5;
  if (isMolar) return { half: 11, roots: isUpper ? [-7, 0, 7] : [-5.5, 5.5] };
  if (number > 3) return { half: 8.5, roots: [0] };
  return { half: isUpper && number === 1 ? 8.5 : 7, roots: [0] };
}

function listOutlines({ fdi, isUpper, isImplant }: ToothOptions): Point[][] {
  const { half, roots } = describeTooth(fdi, isUpper);
  const crown: Point[] = [
    [-half + 2, 0],
    [half - 2, 0],
    [half, 4],
    [half - 1.5, CROWN],
    [-half + 1.5, CROWN],
    [-half, 4],
  ];
  if (isImplant)
    return [
      [
        [-3.2, CROWN + 1],
        [3.2, CROWN + 1],
        [2, CROWN + ROOT - 3],
        [-2, CROWN + ROOT - 3],
      ],
      crown,
    ];
  const thick = roots.length === 1 ? half - 3 : roots.length === 2 ? 4.2 : 3;
  return [
    ...roots.map((root): Point[] => [
      [root - thick, CROWN],
      [root + thick, CROWN],
      [root + 1, CROWN + ROOT - (roots.length > 1 ? 3 : 0)],
      [root - 1, CROWN + ROOT - (roots.length > 1 ? 3 : 0)],
    ]),
    crown,
  ];
}

/** The meaning of the marks, in the middle below the chart. */
function writeLegend({ page, styles, y }: ReportDocument): void {
  const entries = [
    ['pathology', texts.pathology()],
    ['treatment', texts.treatment()],
    ['absent', `× ${texts.absent()}`],
    ['unmarked', texts.unremarkable()],
  ] as const;
  const widths = entries.map(
    ([mark, text]) =>
      styles.label.font.measure(text) * styles.label.size + (mark === 'absent' ? 14 : 26),
  );
  let x = MARGIN + (WIDTH - widths.reduce((sum, width) => sum + width, 0)) / 2 + 7;
  for (const [index, [mark, text]] of entries.entries()) {
    if (mark !== 'absent') page.rectangle({ x, y: y + 0.5, width: 7, height: 7 }, marks[mark]);
    page.text(text, x + (mark === 'absent' ? 0 : 11), y + 7, styles.label);
    x += widths[index] ?? 0;
  }
}
