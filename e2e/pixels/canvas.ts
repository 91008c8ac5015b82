import { expect, type Page } from '@playwright/test';

/** CSS pixels of the canvas in these tests. */
export const SIZE = { width: 120, height: 90 };
export const RECT = { x: 0, y: 0, ...SIZE };
export const WINDOW = { centre: 2000, width: 6000 };
/** Calls with the centre of every pixel. */
export const computePixels = (compute: (x: number, y: number) => number): number[] =>
  Array.from({ length: SIZE.width * SIZE.height }, (_, index) =>
    compute((index % SIZE.width) + 0.5, Math.floor(index / SIZE.width) + 0.5),
  );

export type DrawnPane = Parameters<typeof window.harness.draw>[0][number];

export const drawRgb = (page: Page, pane: DrawnPane, quality: 'rest' | 'moving' = 'rest') =>
  page.evaluate(([pane, size]) => window.harness.draw([pane], size), [
    pane,
    { ...SIZE, quality },
  ] as const);

/** Grey values, after a check that red, green and blue are equal. */
export async function drawGrey(page: Page, pane: DrawnPane, quality?: 'moving'): Promise<number[]> {
  const rgb = await drawRgb(page, pane, quality);
  expect(rgb.every((value, index) => value === rgb[index - (index % 3)])).toBe(true);
  return rgb.filter((_, index) => index % 3 === 0);
}

/** At most 2 of 255 apart everywhere. The expected picture must not be a uniform one. */
export function expectSame(actual: readonly number[], expected: readonly number[]): void {
  expect(new Set(expected).size).toBeGreaterThan(50);
  expect(actual.length).toBe(expected.length);
  const wrong = expected.flatMap((value, index) =>
    Math.abs(value - (actual[index] ?? Number.NaN)) <= 2
      ? []
      : [`${index % SIZE.width},${Math.floor(index / SIZE.width)}: ${actual[index]} not ${value}`],
  );
  expect(wrong.slice(0, 5), `${wrong.length} pixels`).toEqual([]);
}
