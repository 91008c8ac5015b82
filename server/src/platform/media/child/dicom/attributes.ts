import type { DataSet } from 'dicom-parser';
import { Tag } from '../../../dicom/tags.ts';
import { readString, readUint16 } from './values.ts';

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
  const photometric = readString(data, Tag.photometricInterpretation);
  const allocated = readUint16(data, Tag.bitsAllocated) ?? 0;
  const stored = readUint16(data, Tag.bitsStored) ?? allocated;
  const samples = readUint16(data, Tag.samplesPerPixel) ?? 1;
  const width = readUint16(data, Tag.columns) ?? 0;
  const height = readUint16(data, Tag.rows) ?? 0;
  const frames = Math.max(1, Number.parseInt(readString(data, Tag.numberOfFrames), 10) || 1);
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
    width,
    height,
    frames,
    samples,
    photometric,
    allocated,
    stored,
    highBit: readUint16(data, Tag.highBit) ?? stored - 1,
    isSigned: readUint16(data, Tag.pixelRepresentation) === 1,
    isPlanar: readUint16(data, Tag.planarConfiguration) === 1,
  };
}

/** Whether the samples are shades of grey. A palette is not (PS3.3, C.7.6.3.1.2). */
export const isGrey = ({ photometric }: ImageAttributes): boolean =>
  photometric.startsWith('MONOCHROME');
