import type { PictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import sharp, { type OutputInfo, type Sharp } from 'sharp';

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

/** The size of all three planes, and the gap between them, in pixels. */
const BOX = { width: 1600, height: 1000 };
const GAP = 8;

type Shading = Pick<PictureMetadata, 'slope' | 'intercept' | 'isInverse'> & {
  readonly window: { readonly centre: number; readonly width: number };
};

/** The middle axial plane, and beside it the coronal above the sagittal one, at one scale. */
export async function renderMiddlePlanes(volume: SmallVolume, shading: Shading): Promise<Sharp> {
  const [axial, coronal, sagittal] = middlePlanes(volume, brightness(shading));
  const scale = Math.min(
    (BOX.width - GAP) / (axial.size[0] + Math.max(coronal.size[0], sagittal.size[0])),
    (BOX.height - GAP) / Math.max(axial.size[1], coronal.size[1] + sagittal.size[1]),
  );
  const parts = await Promise.all(
    [axial, coronal, sagittal].map((plane) => scalePlane(plane, scale)),
  );
  const [left, above, below] = parts.map(({ info }) => info) as [
    OutputInfo,
    OutputInfo,
    OutputInfo,
  ];
  const right = left.width + GAP;
  const width = right + Math.max(above.width, below.width);
  const column = above.height + GAP + below.height;
  const height = Math.max(left.height, column);
  const top = Math.floor((height - column) / 2);
  const corners = [
    { left: 0, top: Math.floor((height - left.height) / 2) },
    { left: right, top },
    { left: right, top: top + above.height + GAP },
  ];
  const { data, info } = await sharp({ create: { width, height, channels: 3, background: '#000' } })
    .composite(parts.map(({ data: input }, index) => ({ input, ...corners[index] })))
    .removeAlpha()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width, height, channels: info.channels } });
}

/** `scale`: pixels of a millimetre. */
function scalePlane({ width, height, pixels, size }: Plane, scale: number) {
  const [across, down] = size.map((side) => Math.max(1, Math.round(side * scale)));
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .resize({ width: across, height: down, fit: 'fill' })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
}

function brightness({ slope, intercept, isInverse, window }: Shading): (pixel: number) => number {
  return (pixel) => {
    const share = (pixel * slope + intercept - window.centre) / window.width + 0.5;
    const limited = Math.min(Math.max(share, 0), 1);
    return Math.round((isInverse ? 1 - limited : limited) * 255);
  };
}

function middlePlanes(
  volume: SmallVolume,
  shade: (pixel: number) => number,
): [Plane, Plane, Plane] {
  const { width, height, slices, spacing, shift } = volume;
  const depth = slices.length;
  const [across, down, through] = spacing;
  const value = (x: number, y: number, z: number) => shade(slices[z]?.[y * width + x] ?? 0);
  /** The value at columns and rows of the middle slice; black outside of the slice. */
  const readShifted = (column: number, row: number, z: number) => {
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
      readShifted(x, middleY, depth - 1 - z),
    ),
    plane(height, depth, [height * down, depth * through], (y, z) =>
      readShifted(middleX, y, depth - 1 - z),
    ),
  ];
}
