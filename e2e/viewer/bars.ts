import type { Greys } from './greys.ts';

/** Columns of the two bars in the middle of a picture on the stage; CSS pixels. */
export function barsIn({ width, height, values }: Greys): [number, number] {
  const rows = Array.from({ length: 20 }, (_, row) => Math.round(height / 2) + 20 + row);
  const sums = Array.from({ length: width }, (_, x) =>
    rows.reduce((sum, y) => sum + (values[y * width + x] ?? 0), 0),
  );
  const median = sums.toSorted((a, b) => a - b)[Math.floor(width / 2)] ?? 0;
  const bright = (Math.max(...sums) + median) / 2;
  const findMiddle = (from: number, to: number) => {
    const columns = Array.from({ length: to - from }, (_, index) => from + index);
    const found = columns.filter((x) => (sums[x] ?? 0) > bright);
    return found.reduce((sum, x) => sum + x, 0) / found.length;
  };
  const half = Math.floor(width / 2);
  return [findMiddle(0, half), findMiddle(half, width)];
}

export const measureGap = (greys: Greys): number => {
  const [left, right] = barsIn(greys);
  return right - left;
};

export const findLeftBar = (greys: Greys): number => barsIn(greys)[0];
