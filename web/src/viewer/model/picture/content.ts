import type { Rect } from '../../geometry/picture-view.ts';
import type { Size } from '../../geometry/vectors.ts';
import type { Level } from '../../pixels/level.ts';

/** Share of the range of values by which a pixel differs from a blank border. */
const DIFFERENCE = 0.03;
/** Share of a row or column that has to differ, so that dust and letters do not count. */
const MIN_SHARE = 0.01;
/** A border is cut off only where it takes at least this share of the picture. */
const MIN_BORDER = 0.04;

/** The part of a single picture without blank borders, in full-resolution pixels; undefined where there are none. */
export function findContent(
  level: Pick<Level, 'kind' | 'width' | 'height' | 'channels' | 'values' | 'scale'>,
): Rect | undefined {
  const { kind, width, height, channels, values, scale } = level;
  if (kind !== 'image' || channels !== 1) return undefined;
  const blank = values[0] ?? 0;
  let low = blank;
  let high = blank;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const tolerance = (high - low) * DIFFERENCE;
  const rows = new Uint32Array(height);
  const columns = new Uint32Array(width);
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      if (Math.abs((values[row * width + column] ?? 0) - blank) <= tolerance) continue;
      rows[row] = (rows[row] ?? 0) + 1;
      columns[column] = (columns[column] ?? 0) + 1;
    }
  const vertical = findRange(rows, width * MIN_SHARE);
  const horizontal = findRange(columns, height * MIN_SHARE);
  if (!vertical || !horizontal) return undefined;
  const cut = 1 - (vertical.length * horizontal.length) / (width * height);
  if (cut < MIN_BORDER) return undefined;
  return {
    x: horizontal.first * scale,
    y: vertical.first * scale,
    width: horizontal.length * scale,
    height: vertical.length * scale,
  };
}

function findRange(counts: Uint32Array, minimum: number) {
  const first = counts.findIndex((count) => count > minimum);
  const last = counts.findLastIndex((count) => count > minimum);
  return first < 0 ? undefined : { first, length: last - first + 1 };
}

/** The same of a preview. `size`: pixels of the picture at full resolution. */
export function findPreviewContent(preview: ImageBitmap, size: Size): Rect | undefined {
  const { width, height } = preview;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context?.drawImage(preview, 0, 0);
  const pixels = context?.getImageData(0, 0, width, height).data;
  if (!pixels) return undefined;
  const values = Uint8Array.from({ length: width * height }, (_, index) => pixels[index * 4] ?? 0);
  return findContent({
    kind: 'image',
    channels: 1,
    width,
    height,
    values,
    scale: size.width / width,
  });
}
