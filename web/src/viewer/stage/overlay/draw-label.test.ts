import { expect, test } from 'vitest';
import { recordCanvas } from '../../testing/recorded-canvas.ts';
import { drawLabel, wrapText } from './draw-label.ts';

const measureWidth = (text: string) => text.length;

test('a text breaks between words where it is too wide, and nowhere else', () => {
  expect(wrapText('kanala 2,4 mm', 13, measureWidth)).toEqual(['kanala 2,4 mm']);
  expect(wrapText('kanala 2,4 mm', 12, measureWidth)).toEqual(['kanala 2,4', 'mm']);
  expect(wrapText('proyeksiya mm', 4, measureWidth)).toEqual(['proyeksiya', 'mm']);
  expect(wrapText('', 4, measureWidth)).toEqual([]);
});

test('a label at the edge of a narrow pane is in it, on several lines', () => {
  const { context, drawn } = recordCanvas();
  const pane = { width: 120, height: 200 };
  const text = 'kanala 2,4 ± 0,3 mm (yaxındır)';
  drawLabel(context, pane, text, { at: [118, 4], colour: '#fff' });
  expect(drawn.map((line) => line.text).join(' ')).toBe(text);
  expect(drawn.length).toBeGreaterThan(1);
  for (const { points, text: line = '' } of drawn) {
    const [x = -1, y = -1] = points[0] ?? [];
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + line.length * 7).toBeLessThanOrEqual(pane.width);
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThanOrEqual(pane.height);
  }
});
