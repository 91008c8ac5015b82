import { type Line, meetsBar, ratioOf, type Table, type Unit } from './program.ts';

const HEADINGS = ['what', 'ours', 'the other', 'ratio', 'bar', ''] as const;

/** Formats a table for a terminal. */
export function formatTable(table: Table): string {
  const rows = [[...HEADINGS], ...table.lines.map(cellsOf)];
  const widths = HEADINGS.map((_, n) => Math.max(...rows.map((row) => (row[n] ?? '').length)));
  const lines = rows.map((row) => {
    const [what = '', ...rest] = row;
    const cells = rest.map((cell, n) => cell.padStart(widths[n + 1] ?? 0));
    return [what.padEnd(widths[0] ?? 0), ...cells].join('  ').trimEnd();
  });
  const notes = (table.notes ?? []).map((note) => `  ${note}`);
  return [`\n${table.title}`, ...lines, ...notes].join('\n');
}

/** Formats a table for docs/performance.md. */
export function formatMarkdown(table: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    `## ${table.title}`,
    '',
    table.about,
    '',
    line(HEADINGS),
    '|---|--:|--:|--:|--:|---|',
    ...table.lines.map((each) => line(cellsOf(each))),
    ...(table.notes ?? []).flatMap((note) => ['', note]),
    '',
  ].join('\n');
}

/** Every bar of a table that `markdown` has written. */
export function barsIn(text: string): { what: string; isMet: boolean }[] {
  const rows = text.matchAll(/^\| (?<what>.+?) \|.*\| (?<state>holds|MISSED) \|$/gm);
  return [...rows].map(({ groups }) => ({
    what: groups?.what ?? '',
    isMet: groups?.state === 'holds',
  }));
}

function cellsOf(line: Line): string[] {
  const ratio = ratioOf(line);
  const isMet = meetsBar(line);
  return [
    line.what,
    figure(line.ours, line.unit),
    line.other === undefined ? '' : figure(line.other, line.unit),
    ratio === undefined ? '' : ratio.toFixed(2),
    barOf(line),
    isMet === undefined ? '' : isMet ? 'holds' : 'MISSED',
  ];
}

function barOf({ bar, unit }: Line): string {
  if (!bar) return '';
  const sign = bar.max === undefined ? '≥' : '≤';
  const value = bar.max ?? bar.min ?? 0;
  return `${sign} ${bar.of === 'ratio' ? value : figure(value, unit)}`;
}

function figure(value: number, unit: Unit): string {
  if (unit === 'times' || unit === 'bytes' || unit === 'points') return value.toLocaleString('en');
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const text = value.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return unit === 'per s' ? `${text}/s` : `${text} ${unit}`;
}
