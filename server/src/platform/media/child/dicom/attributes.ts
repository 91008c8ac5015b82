import type { DataSet } from 'dicom-parser';

/** How pixels are stored (PS3.3, C.7.6.3). */
export interface ImageAttributes {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Frames that the file announces; there may be fewer. */
  readonly frames: number;
  /** 1 for grey and palette images, 3 for colour. */
  readonly samples: number;
  readonly photometric: string;
  /** Bits of a sample in the file: 1, 8 or 16. */
  readonly allocated: number;
  /** Bits of them that carry the value; the highest is `highBit`. */
  readonly stored: number;
  readonly highBit: number;
  readonly isSigned: boolean;
  /** Whether an uncompressed colour frame contains all red samples first, then green, then blue. */
  readonly isPlanar: boolean;
}

/** Photometric interpretations (PS3.3, C.7.6.3.1.2) that are rendered, with their samples per pixel. */
const photometrics: Readonly<Record<string, number>> = {
  MONOCHROME1: 1,
  MONOCHROME2: 1,
  'PALETTE COLOR': 1,
  RGB: 3,
  YBR_FULL: 3,
  YBR_FULL_422: 3,
  YBR_PARTIAL_422: 3,
  YBR_PARTIAL_420: 3,
  YBR_ICT: 3,
  YBR_RCT: 3,
};

/** The attributes of a picture; undefined where the file is no picture that can be rendered. */
export function readAttributes(data: DataSet): ImageAttributes | undefined {
  const photometric = data.string('x00280004')?.trim() ?? '';
  const allocated = data.uint16('x00280100') ?? 0;
  const stored = data.uint16('x00280101') ?? allocated;
  const samples = data.uint16('x00280002') ?? 1;
  const width = data.uint16('x00280011') ?? 0;
  const height = data.uint16('x00280010') ?? 0;
  const frames = Math.max(1, data.intString('x00280008') || 1);
  const isRendered =
    Object.hasOwn(photometrics, photometric) &&
    photometrics[photometric] === samples &&
    [1, 8, 16].includes(allocated) &&
    stored >= 1 &&
    stored <= allocated &&
    width > 0 &&
    height > 0;
  if (!isRendered) return undefined;
  return {
    ...{ width, height, frames, samples, photometric, allocated, stored },
    highBit: data.uint16('x00280102') ?? stored - 1,
    isSigned: data.uint16('x00280103') === 1,
    isPlanar: data.uint16('x00280006') === 1,
  };
}

/** Whether the samples are shades of grey. A palette is not (PS3.3, C.7.6.3.1.2). */
export const isGrey = ({ photometric }: ImageAttributes): boolean =>
  photometric.startsWith('MONOCHROME');
