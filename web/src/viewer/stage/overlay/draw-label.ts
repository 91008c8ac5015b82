import type { Point2, Size } from '../../geometry/vectors.ts';
import { COLOURS, type Context } from './strokes.ts';

/** CSS pixels. */
const LINE = 16;
const PADDING = 5;

/** Text beside a point, moved into the pane where it would leave it, and on several lines where it is too wide. */
export function drawLabel(
  context: Context,
  { width, height }: Size,
  text: string,
  { at: [x, y], colour }: { readonly at: Point2; readonly colour: string },
): void {
  const measureWidth = (part: string) => context.measureText(part).width;
  const lines = wrapText(text, width - 4 * PADDING, measureWidth);
  const length = Math.max(...lines.map(measureWidth));
  const left = Math.max(2 * PADDING, Math.min(x + 10, width - length - 2 * PADDING));
  const last = Math.max(LINE * lines.length, Math.min(y - 8, height - 8));
  const top = last - LINE * lines.length;
  context.fillStyle = COLOURS.halo;
  context.beginPath();
  context.roundRect(
    left - PADDING,
    top,
    length + 2 * PADDING,
    LINE * lines.length + PADDING,
    PADDING,
  );
  context.fill();
  context.fillStyle = colour;
  for (const [index, line] of lines.entries())
    context.fillText(line, left, top + LINE * (index + 1) - 3);
}

/** Breaks a text between words, so that no line is wider than `width`; a longer word is one line. */
export function wrapText(
  text: string,
  width: number,
  measureWidth: (text: string) => number,
): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter(Boolean)) {
    const last = lines.at(-1);
    const longer = `${last} ${word}`;
    if (last !== undefined && measureWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
