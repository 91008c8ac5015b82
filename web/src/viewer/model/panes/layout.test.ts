import { expect, test } from 'vitest';
import { findPane, layoutPanes } from './layout.ts';

const sectionsAt = (width: number) =>
  layoutPanes('board', { width, height: 700 })
    .filter(({ kind }) => kind === 'section')
    .map(({ offset }) => offset);

test('a board shows nine cross-sections from 1,000 pixels, then six, and three on a phone', () => {
  expect(sectionsAt(1000)).toEqual([-4, -3, -2, -1, 0, 1, 2, 3, 4]);
  expect(sectionsAt(999)).toEqual([-3, -2, -1, 0, 1, 2]);
  expect(sectionsAt(390)).toEqual([-1, 0, 1]);
});

test('the panes of every layout lie side by side on the stage', () => {
  const stage = { width: 1200, height: 700 };
  for (const layout of ['axial', 'two', 'four', 'board', 'sections'] as const) {
    const panes = layoutPanes(layout, stage);
    expect(new Set(panes.map(({ id }) => id)).size).toBe(panes.length);
    for (const pane of panes) {
      const { x, y, width, height } = pane.rect;
      expect(findPane(panes, [x + width / 2, y + height / 2])).toBe(pane);
      expect(x + width).toBeLessThanOrEqual(stage.width + 1e-9);
      expect(y + height).toBeLessThanOrEqual(stage.height + 1e-9);
    }
  }
});
