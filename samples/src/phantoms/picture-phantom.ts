import type { Element } from '../dicom/elements.ts';
import { imageFile } from '../dicom-variants/image-file.ts';

type PicturePoint = readonly [x: number, y: number];

/** Pixel spacings of a file (PS3.3, 10.7.1.3). */
export const PICTURE_SPACINGS = {
  /** True millimetres, rows twice as far apart as columns. */
  calibrated: { columns: 0.1, rows: 0.2 },
  /** At the detector. */
  detector: { columns: 0.1, rows: 0.1 },
  none: undefined,
} as const;

export interface PicturePhantom {
  readonly width: number;
  readonly height: number;
  /** Bright spots: a right angle at the second one, 400 and 300 pixels long. Full-resolution pixels. */
  readonly points: readonly [PicturePoint, PicturePoint, PicturePoint];
  readonly bytes: Buffer;
}

const WIDTH = 800;
const HEIGHT = 560;
const POINTS: PicturePhantom['points'] = [
  [200, 120],
  [600, 120],
  [600, 420],
];

/** Standard deviation of a spot, pixels. */
const SPOT = 3;

/** A panoramic with three bright spots at whole pixels. */
export function picturePhantom(spacing: keyof typeof PICTURE_SPACINGS): PicturePhantom {
  const words = Uint16Array.from({ length: WIDTH * HEIGHT }, (_, index) => {
    const x = index % WIDTH;
    const y = Math.floor(index / WIDTH);
    return POINTS.reduce((value, [spotX, spotY]) => {
      const squared = (x - spotX) ** 2 + (y - spotY) ** 2;
      return squared > 400 ? value : value + 3000 * Math.exp(-squared / (2 * SPOT * SPOT));
    }, 600);
  });
  const bytes = imageFile({
    width: WIDTH,
    height: HEIGHT,
    words,
    more: [
      { tag: 0x0008_0060, vr: 'CS', value: 'PX' },
      { tag: 0x0010_0010, vr: 'PN', value: 'Fantom^Sinaq' },
      ...spacingElements(spacing),
    ],
  });
  return { width: WIDTH, height: HEIGHT, points: POINTS, bytes };
}

function spacingElements(kind: keyof typeof PICTURE_SPACINGS): Element[] {
  const spacing = PICTURE_SPACINGS[kind];
  if (!spacing) return [];
  const value = [String(spacing.rows), String(spacing.columns)];
  if (kind === 'detector') return [{ tag: 0x0018_1164, vr: 'DS', value }];
  return [
    { tag: 0x0028_0030, vr: 'DS', value },
    { tag: 0x0028_0a02, vr: 'CS', value: 'FIDUCIAL' },
  ];
}
