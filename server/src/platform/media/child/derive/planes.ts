import type { PictureMetadata } from '@deqiq/contract/shared/derivatives.ts';
import sharp, { type Sharp } from 'sharp';

/** A volume in memory: one of its smaller levels. */
export interface SmallVolume {
  readonly width: number;
  readonly height: number;
  readonly slices: readonly (Uint8Array | Uint16Array)[];
  /** Millimetres between columns, rows and slices. */
  readonly spacing: readonly [number, number, number];
  /** Columns and rows by which each slice lies further in the patient than the one before: a tilted gantry. */
  readonly shift: readonly [number, number];
}

interface Plane {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  /** Millimetres. */
  readonly size: readonly [number, number];
}

/** Height of the three planes side by side, in pixels. */
const HEIGHT = 800;

type Shading = Pick<PictureMetadata, 'slope' | 'intercept' | 'isInverse'> & {
  readonly window: { readonly centre: number; readonly width: number };
};

/** The middle axial, coronal and sagittal plane of a volume side by side, in true proportions. */
export async function renderMiddlePlanes(volume: SmallVolume, shading: Shading): Promise<Sharp> {
  const planes = middlePlanes(volume, brightness(shading));
  const pictures = await Promise.all(
    planes.map(({ width, height, pixels, size: [across, down] }) =>
      sharp(pixels, { raw: { width, height, channels: 1 } })
        .resize({
          width: Math.max(1, Math.min(4 * HEIGHT, Math.round((HEIGHT * across) / down))),
          height: HEIGHT,
          fit: 'fill',
        })
        .png({ compressionLevel: 1 })
        .toBuffer({ resolveWithObject: true }),
    ),
  );
  let left = 0;
  const parts = pictures.map(({ data, info }) => {
    left += info.width;
    return { input: data, left: left - info.width, top: 0 };
  });
  const background = { width: left, height: HEIGHT, channels: 3 as const, background: '#000' };
  const { data, info } = await sharp({ create: background })
    .composite(parts)
    .removeAlpha()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: left, height: HEIGHT, channels: info.channels } });
}

function brightness({ slope, intercept, isInverse, window }: Shading): (pixel: number) => number {
  return (pixel) => {
    const share = (pixel * slope + intercept - window.centre) / window.width + 0.5;
    const limited = Math.min(Math.max(share, 0), 1);
    return Math.round((isInverse ? 1 - limited : limited) * 255);
  };
}

function middlePlanes(volume: SmallVolume, shade: (pixel: number) => number): Plane[] {
  const { width, height, slices, spacing, shift } = volume;
  const depth = slices.length;
  const [across, down, through] = spacing;
  const value = (x: number, y: number, z: number) => shade(slices[z]?.[y * width + x] ?? 0);
  /** The value at columns and rows of the middle slice; black outside of the slice. */
  const straight = (column: number, row: number, z: number) => {
    const x = Math.round(column - shift[0] * (z - middleZ));
    const y = Math.round(row - shift[1] * (z - middleZ));
    return x >= 0 && y >= 0 && x < width && y < height ? value(x, y, z) : 0;
  };
  const plane = (
    columns: number,
    rows: number,
    size: readonly [number, number],
    at: (column: number, row: number) => number,
  ): Plane => ({
    width: columns,
    height: rows,
    size,
    pixels: Uint8Array.from({ length: columns * rows }, (_, index) =>
      at(index % columns, Math.floor(index / columns)),
    ),
  });
  const [middleX, middleY, middleZ] = [width, height, depth].map((count) =>
    Math.floor(count / 2),
  ) as [number, number, number];
  // The head is up: slices are in ascending order along the normal.
  return [
    plane(width, height, [width * across, height * down], (x, y) => value(x, y, middleZ)),
    plane(width, depth, [width * across, depth * through], (x, z) =>
      straight(x, middleY, depth - 1 - z),
    ),
    plane(height, depth, [height * down, depth * through], (y, z) =>
      straight(middleX, y, depth - 1 - z),
    ),
  ];
}
