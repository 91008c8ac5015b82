import { type Cell, cellText } from '../sheet.ts';

/** Without it Excel reads UTF-8 in the system's code page. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Tabs and line breaks of every kind, and the other control characters: each run is replaced by one blank. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what it is about
const CONTROL = /[\u0000-\u001F\u007F-\u009F\u2028\u2029]+/g;

/**
 * Positions where a spreadsheet may read a formula: the start of a field, and after each `;`, which separates fields
 * in the Azerbaijani and Russian locales of Windows. Blanks and quotes before the sign do not prevent it.
 */
const FORMULA = /(^|;)(?=[\s"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/** A line of RFC 4180. Every field is quoted; no text becomes a formula with `,` or `;` as separator. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(formatField).join(',')}\r\n`;
}

function formatField(cell: Cell): string {
  const text = typeof cell === 'string' ? escapeFormulas(cell) : cellText(cell);
  return `"${text.replaceAll('"', '""')}"`;
}

const escapeFormulas = (text: string): string => text.replace(CONTROL, ' ').replace(FORMULA, "$1'");
