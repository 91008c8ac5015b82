import { deflateRawSync } from 'node:zlib';
import { part10 } from '../dicom/ct-slice.ts';
import { type Element, encodeElements } from '../dicom/elements.ts';

/** Transfer syntaxes (PS3.5, annex A). */
export const SYNTAX = {
  implicit: '1.2.840.10008.1.2',
  explicit: '1.2.840.10008.1.2.1',
  deflated: '1.2.840.10008.1.2.1.99',
  bigEndian: '1.2.840.10008.1.2.2',
  jpegBaseline: '1.2.840.10008.1.2.4.50',
  jpegExtended: '1.2.840.10008.1.2.4.51',
  jpegLossless: '1.2.840.10008.1.2.4.70',
  jpegLs: '1.2.840.10008.1.2.4.80',
  jpegLsNear: '1.2.840.10008.1.2.4.81',
  jpeg2000: '1.2.840.10008.1.2.4.90',
  jpeg2000Lossy: '1.2.840.10008.1.2.4.91',
  htj2k: '1.2.840.10008.1.2.4.201',
  htj2kRpcl: '1.2.840.10008.1.2.4.202',
  rle: '1.2.840.10008.1.2.5',
} as const;

export type OffsetTable = 'none' | 'basic' | 'extended';

export interface ImageFile {
  readonly syntax?: string;
  readonly photometric?: string;
  readonly width?: number;
  readonly height?: number;
  /** Number of Frames (0028,0008), whatever the pixels contain. */
  readonly frames?: number;
  readonly allocated?: number;
  readonly stored?: number;
  readonly highBit?: number;
  readonly isSigned?: boolean;
  readonly isPlanar?: boolean;
  /** Uncompressed samples of all frames: words as the file stores them. */
  readonly words?: ArrayLike<number>;
  /** Compressed frames, each one a list of fragments; instead of `words`. */
  readonly fragments?: readonly (readonly Uint8Array[])[];
  readonly table?: OffsetTable;
  /** Further elements; one with a tag of this function's replaces it. */
  readonly more?: readonly Element[];
  /** Bytes missing at the end. */
  readonly cut?: number;
}

/** A DICOM file of any pixel format; by default one row of grey pixels with 12 of 16 bits. */
export function imageFile(image: ImageFile = {}): Buffer {
  const { syntax = SYNTAX.explicit, fragments, more = [], cut = 0 } = image;
  const { width = image.words?.length ?? 0, height = 1, frames = 1, allocated = 16 } = image;
  const { photometric = 'MONOCHROME2', stored = allocated === 16 ? 12 : allocated } = image;
  const samples = /^(RGB|YBR)/.test(photometric) ? 3 : 1;
  const own: Element[] = [
    { tag: 0x0028_0002, vr: 'US', value: samples },
    { tag: 0x0028_0004, vr: 'CS', value: photometric },
    ...(samples === 3
      ? [{ tag: 0x0028_0006, vr: 'US', value: image.isPlanar ? 1 : 0 } as const]
      : []),
    { tag: 0x0028_0008, vr: 'IS', value: String(frames) },
    { tag: 0x0028_0010, vr: 'US', value: height },
    { tag: 0x0028_0011, vr: 'US', value: width },
    { tag: 0x0028_0100, vr: 'US', value: allocated },
    { tag: 0x0028_0101, vr: 'US', value: stored },
    { tag: 0x0028_0102, vr: 'US', value: image.highBit ?? stored - 1 },
    { tag: 0x0028_0103, vr: 'US', value: image.isSigned ? 1 : 0 },
    ...(fragments ? [] : [nativePixels(image.words ?? [], allocated)]),
  ];
  const replaced = new Set(more.map(({ tag }) => tag));
  const elements = [...own.filter(({ tag }) => !replaced.has(tag)), ...more];
  const encoded = fragments
    ? withFragments(elements, fragments, image.table ?? 'none')
    : encodeDataSet(elements, syntax);
  const file = part10(syntax, encoded);
  return file.subarray(0, file.length - cut);
}

/** Pixels of 8 bits are bytes: their order is the same in every encoding. */
const nativePixels = (words: ArrayLike<number>, allocated: number): Element =>
  allocated === 16
    ? { tag: PIXEL_DATA, vr: 'OW', value: littleEndianWords(words) }
    : { tag: PIXEL_DATA, vr: 'OB', value: Uint8Array.from(words) };

const PIXEL_DATA = 0x7fe0_0010;

export const littleEndianWords = (words: ArrayLike<number>): Uint8Array =>
  new Uint8Array(Uint16Array.from(words).buffer);

/** Encodes a data set of uncompressed pixels in a transfer syntax. */
export function encodeDataSet(elements: readonly Element[], syntax: string): Buffer {
  const encoding = {
    isExplicit: syntax !== SYNTAX.implicit,
    isBigEndian: syntax === SYNTAX.bigEndian,
  };
  const bytes = encodeElements(elements, encoding);
  return syntax === SYNTAX.deflated ? deflateRawSync(bytes) : bytes;
}

/** Encapsulated pixels (PS3.5, A.4): an item with the offset table, then the fragments. */
function withFragments(
  elements: readonly Element[],
  frames: NonNullable<ImageFile['fragments']>,
  table: OffsetTable,
): Buffer {
  const padded = frames.map((fragments) =>
    fragments.map((bytes) => (bytes.length % 2 ? Buffer.concat([bytes, Buffer.alloc(1)]) : bytes)),
  );
  const lengths = padded.map((fragments) =>
    fragments.reduce((sum, { length }) => sum + 8 + length, 0),
  );
  const offsets = lengths.map((_, index) =>
    lengths.slice(0, index).reduce((sum, length) => sum + length, 0),
  );
  const extended: Element = {
    tag: 0x7fe0_0001,
    vr: 'OB',
    value: new Uint8Array(BigUint64Array.from(offsets, BigInt).buffer),
  };
  const basic = table === 'basic' ? new Uint8Array(Uint32Array.from(offsets).buffer) : [];
  return Buffer.concat([
    encodeElements(table === 'extended' ? [...elements, extended] : elements),
    Buffer.from('e07f10004f420000ffffffff', 'hex'),
    ...[Buffer.from(basic), ...padded.flat()].map(toItem),
    Buffer.from('feffdde000000000', 'hex'),
  ]);
}

function toItem(bytes: Uint8Array): Buffer {
  const head = Buffer.from('feff00e000000000', 'hex');
  head.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([head, bytes]);
}

/** Window Centre, Window Width and VOI LUT Function. */
export const windowElements = (centre: string, width: string, shape = 'LINEAR'): Element[] => [
  { tag: 0x0028_1050, vr: 'DS', value: centre },
  { tag: 0x0028_1051, vr: 'DS', value: width },
  { tag: 0x0028_1056, vr: 'CS', value: shape },
];

export const rescaleElements = (slope: string, intercept: string): Element[] => [
  { tag: 0x0028_1052, vr: 'DS', value: intercept },
  { tag: 0x0028_1053, vr: 'DS', value: slope },
];

interface LookupTable {
  /** Stored value of the first entry; negative in signed files. */
  readonly first: number;
  readonly bits: number;
  readonly entries: ArrayLike<number>;
}

/** A Modality LUT (0028,3000) or VOI LUT (0028,3010). */
export const tableElement = (
  tag: 0x0028_3000 | 0x0028_3010,
  { first, bits, entries }: LookupTable,
): Element => ({
  tag,
  vr: 'SQ',
  value: [
    [
      { tag: 0x0028_3002, vr: 'US', value: [entries.length & 0xffff, first & 0xffff, bits] },
      { tag: 0x0028_3006, vr: 'OW', value: littleEndianWords(entries) },
    ],
  ],
});

/** The palette of a PALETTE COLOR image, red, green and blue. */
export const paletteElements = (
  tables: readonly ArrayLike<number>[],
  { first = 0, bits = 16 }: Partial<LookupTable> = {},
): Element[] =>
  tables.flatMap((entries, colour): Element[] => [
    {
      tag: 0x0028_1101 + colour,
      vr: 'US',
      value: [entries.length & 0xffff, first, bits],
    },
    {
      tag: 0x0028_1201 + colour,
      vr: 'OW',
      value: bits === 8 ? Uint8Array.from(entries) : littleEndianWords(entries),
    },
  ]);
