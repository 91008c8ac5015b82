import { escapeXml } from '../../../../platform/xml.ts';
import { type Cell, cellText } from '../sheet.ts';

/** The parts of a workbook with one sheet (ECMA-376, Office Open XML). */

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Index into `cellXfs` below. Texts have the format `@`, so that editing does not turn them into formulas. */
const STYLES = { number: 0, head: 1, text: 2, day: 3, moment: 4 } as const;

const EXCEL_EPOCH_DAYS = 25_569;
const DAY_MS = 86_400_000;

/** Widths of columns in characters. */
const MIN_WIDTH = 8;
const MAX_WIDTH = 60;

/** All parts except the sheet, by path in the package. */
export const fixedParts = (sheetName: string): Record<string, string> => ({
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPES}.styles+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escapeCell(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
});

/** The sheet up to its first row: frozen header, column widths from these rows. */
export const sheetStart = (head: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${head
    .map((title, column) => columnXml(column, [title, ...rows.map((row) => row[column] ?? null)]))
    .join('')}</cols><sheetData>${rowXml(head, STYLES.head)}`;

export const SHEET_END = '</sheetData></worksheet>';

/** A row. Texts are inline strings, which are never formulas. */
export const rowXml = (cells: readonly Cell[], style: number = STYLES.text): string =>
  `<row>${cells.map((cell) => cellXml(cell, style)).join('')}</row>`;

function cellXml(cell: Cell, style: number): string {
  if (cell === null || cell === '') return '<c/>';
  if (typeof cell === 'number') return `<c s="${STYLES.number}"><v>${cell}</v></c>`;
  if (typeof cell === 'object') return dateXml(cell.date);
  return `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escapeCell(cell)}</t></is></c>`;
}

/** Excel's calendar begins in 1900; earlier dates are written as text. */
function dateXml(date: string): string {
  const serial = Date.parse(`${date.replace(' ', 'T')}Z`) / DAY_MS + EXCEL_EPOCH_DAYS;
  if (!(serial > 60)) return cellXml(date, STYLES.text);
  return `<c s="${date.includes(' ') ? STYLES.moment : STYLES.day}"><v>${serial}</v></c>`;
}

function columnXml(column: number, cells: readonly Cell[]): string {
  const longest = cells.reduce<number>((max, cell) => Math.max(max, cellText(cell).length), 0);
  const width = Math.min(Math.max(longest + 2, MIN_WIDTH), MAX_WIDTH);
  return `<col min="${column + 1}" max="${column + 1}" width="${width}" customWidth="1"/>`;
}

/** Excel decodes `_x000A_` in texts; encoding the first `_` prevents that. */
const CODED = /_(?=x[0-9A-Fa-f]{4}_)/g;

const escapeCell = (text: string): string =>
  escapeXml(text).replace(/\r\n?/g, '\n').replace(CODED, '_x005F_');
