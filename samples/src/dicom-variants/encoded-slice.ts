import type { Element } from '../dicom/elements.ts';
import {
  encodeHtj2k,
  encodeJpeg2000,
  encodeJpegBaseline,
  encodeJpegLossless,
  encodeJpegLs,
  encodeRle,
} from './encoders.ts';
import { imageFile, SYNTAX } from './image-file.ts';

const SIDE = 16;

/** The pixels of a slice: grey values of 8 bits, which every codec compresses. */
export const WORDS: readonly number[] = Array.from(
  { length: SIDE * SIDE },
  (_, at) => (at * 7) % 251,
);

type Syntax = keyof typeof SYNTAX;

/** A CT slice of one study and series, with a private element. */
export interface EncodedSlice {
  readonly study: string;
  readonly instance?: number;
  readonly syntax?: Syntax;
  readonly words?: readonly number[];
  readonly accession?: string;
  readonly more?: readonly Element[];
}

const encoders = {
  rle: encodeRle,
  jpegLossless: encodeJpegLossless,
  jpegLs: encodeJpegLs,
  jpeg2000: encodeJpeg2000,
  htj2k: encodeHtj2k,
  jpegBaseline: encodeJpegBaseline,
} as const;

const canEncode = (syntax: string): syntax is keyof typeof encoders =>
  Object.hasOwn(encoders, syntax);

/** A file of a slice in any transfer syntax that encoders.ts writes. */
export async function encodedSlice(slice: EncodedSlice): Promise<Buffer> {
  const { study, instance = 1, syntax = 'explicit', words = WORDS, more = [] } = slice;
  const { accession = '' } = slice;
  const own: Element[] = [
    { tag: 0x0008_0016, vr: 'UI', value: '1.2.840.10008.5.1.4.1.1.2' },
    { tag: 0x0008_0018, vr: 'UI', value: `${study}.1.${instance}` },
    { tag: 0x0008_0050, vr: 'SH', value: accession },
    { tag: 0x0008_0060, vr: 'CS', value: 'CT' },
    { tag: 0x0009_0010, vr: 'LO', value: 'MAKER' },
    { tag: 0x0009_1001, vr: 'US', value: 258 },
    { tag: 0x0010_0010, vr: 'PN', value: 'Hüseynova^Nigar' },
    { tag: 0x0020_000d, vr: 'UI', value: study },
    { tag: 0x0020_000e, vr: 'UI', value: `${study}.1` },
    { tag: 0x0020_0013, vr: 'IS', value: String(instance) },
    { tag: 0x0028_1050, vr: 'DS', value: '40' },
  ];
  const replaced = new Set(more.map(({ tag }) => tag));
  const size = { width: SIDE, height: SIDE };
  const image = {
    ...size,
    syntax: SYNTAX[syntax],
    allocated: 8,
    more: [...own.filter(({ tag }) => !replaced.has(tag)), ...more],
  };
  if (!canEncode(syntax)) return imageFile({ ...image, words });
  const input = { ...size, words, samples: 1, bits: 8, isSigned: false } as const;
  return imageFile({ ...image, fragments: [[await encoders[syntax](input)]] });
}

/** Those that keep the pixels as they are; the default is `explicit`. */
export const LOSSLESS = [
  'implicit',
  'bigEndian',
  'deflated',
  'jpegLs',
  'jpeg2000',
  'htj2k',
  'jpegLossless',
  'rle',
] as const;
