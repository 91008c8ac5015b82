import type { jsPDF } from 'jspdf';

/** Millimetres of A4. */
export const PAGE = { width: 210, height: 297, margin: 14 } as const;
export const WIDTH = PAGE.width - 2 * PAGE.margin;
export const BOTTOM = PAGE.height - 18;

/** Points. */
export const TEXT = { title: 15, caption: 10.5, small: 8, table: 8.5 } as const;
const MILLIMETRES_PER_POINT = 25.4 / 72;
export const COLOURS = { ink: '#0b1722', muted: '#4a5a66', line: '#c9d2d8' } as const;

/** Writes a wrapped text below `y` and returns where it ends. */
export function writeLine(
  doc: jsPDF,
  text: string,
  y: number,
  size: number,
  colour: string,
): number {
  doc.setFontSize(size).setTextColor(colour);
  const lines = doc.splitTextToSize(text, WIDTH) as string[];
  doc.text(lines, PAGE.margin, y, { baseline: 'top' });
  return y + lines.length * lineHeight(size);
}

export const lineHeight = (size: number): number => size * MILLIMETRES_PER_POINT * 1.25;
