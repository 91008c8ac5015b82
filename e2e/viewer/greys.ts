export type Point = readonly [x: number, y: number];

/** Grey values of a part of the screen, row by row, in CSS pixels. */
export type Greys = {
  readonly width: number;
  readonly height: number;
  readonly values: Uint8Array;
};

/** Mean difference of two pictures; 255 where their sizes differ. */
export function measureDifference(a: Greys, b: Greys): number {
  if (a.width !== b.width || a.height !== b.height) return 255;
  let sum = 0;
  for (let index = 0; index < a.values.length; index += 1)
    sum += Math.abs((a.values[index] ?? 0) - (b.values[index] ?? 0));
  return sum / a.values.length;
}

/** Standard deviation of the grey values in a part of a picture; shares of its size. 0 is an empty pane. */
export function measureContrast(greys: Greys, [left, top]: Point, [right, bottom]: Point): number {
  const { width, height, values } = greys;
  const part: number[] = [];
  for (let y = Math.round(top * height); y < bottom * height; y += 1)
    for (let x = Math.round(left * width); x < right * width; x += 1)
      part.push(values[y * width + x] ?? 0);
  const mean = part.reduce((sum, value) => sum + value, 0) / part.length;
  return Math.sqrt(part.reduce((sum, value) => sum + (value - mean) ** 2, 0) / part.length);
}
