/** One value of a sheet. Numbers are ours; texts may be anything that people have typed. */
export type Cell = string | number | null;

/** Without it Excel takes UTF-8 for the system's own letters. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** What a spreadsheet takes for the beginning of a formula, or skips before one. */
const FORMULA = /^[=+\-@\t\r\n]/;

/** A line of RFC 4180. A text that a spreadsheet would run gets an apostrophe before it, and stays a text. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(fieldOf).join(',')}\r\n`;
}

function fieldOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
