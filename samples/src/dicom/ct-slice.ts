import { type Element, encodeElements } from './elements.ts';

export const EXPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2.1';
const CT_IMAGE_STORAGE = '1.2.840.10008.5.1.4.1.1.2';

export interface CtSlice {
  readonly width: number;
  readonly height: number;
  /** Instance Number; devices do not always count in the order of positions. */
  readonly instance: number;
  /** Image Position (Patient), millimetres. */
  readonly position: readonly [number, number, number];
  readonly pixels: Uint16Array;
  readonly orientation?: readonly [number, number, number, number, number, number];
  readonly series?: string;
  /** Last and first name, separated by `^`. */
  readonly patient?: string;
  /** Further elements; one with a tag of this function's replaces it. */
  readonly more?: readonly Element[];
}

/** A file of one CT slice. */
export const ctSlice = (slice: CtSlice): Buffer =>
  part10(EXPLICIT_LITTLE_ENDIAN, encodeElements(ctElements(slice)));

/** The elements of one CT slice: 0.5 mm between pixels, 12 of 16 bits, uncompressed. */
export function ctElements(slice: CtSlice): Element[] {
  const { width, height, instance, position, pixels, more = [] } = slice;
  const {
    orientation = [1, 0, 0, 0, 1, 0],
    series = '2.25.1',
    patient = 'Hüseynova^Nigar',
  } = slice;
  const own: Element[] = [
    { tag: 0x0008_0005, vr: 'CS', value: 'ISO_IR 192' },
    { tag: 0x0008_0016, vr: 'UI', value: CT_IMAGE_STORAGE },
    { tag: 0x0008_0018, vr: 'UI', value: `${series}.${instance}` },
    { tag: 0x0008_0060, vr: 'CS', value: 'CT' },
    { tag: 0x0010_0010, vr: 'PN', value: patient },
    { tag: 0x0020_000d, vr: 'UI', value: '2.25.9' },
    { tag: 0x0020_000e, vr: 'UI', value: series },
    { tag: 0x0020_0013, vr: 'IS', value: String(instance) },
    { tag: 0x0020_0032, vr: 'DS', value: position.map(String) },
    { tag: 0x0020_0037, vr: 'DS', value: orientation.map(String) },
    { tag: 0x0028_0002, vr: 'US', value: 1 },
    { tag: 0x0028_0004, vr: 'CS', value: 'MONOCHROME2' },
    { tag: 0x0028_0010, vr: 'US', value: height },
    { tag: 0x0028_0011, vr: 'US', value: width },
    { tag: 0x0028_0030, vr: 'DS', value: ['0.5', '0.5'] },
    { tag: 0x0028_0100, vr: 'US', value: 16 },
    { tag: 0x0028_0101, vr: 'US', value: 12 },
    { tag: 0x0028_0102, vr: 'US', value: 11 },
    { tag: 0x0028_0103, vr: 'US', value: 0 },
    { tag: 0x7fe0_0010, vr: 'OW', value: new Uint8Array(pixels.buffer) },
  ];
  const replaced = new Set(more.map(({ tag }) => tag));
  return [...own.filter(({ tag }) => !replaced.has(tag)), ...more];
}

/** A file of one small black slice. */
export const blackSlice = (more: Pick<CtSlice, 'series' | 'more'>): Buffer =>
  ctSlice({
    width: 4,
    height: 4,
    instance: 1,
    position: [0, 0, 0],
    pixels: new Uint16Array(16),
    ...more,
  });

/** Preamble, file meta information and a data set (PS3.10, 7.1). */
export function part10(transferSyntax: string, dataSet: Buffer): Buffer {
  const meta = encodeElements([{ tag: 0x0002_0010, vr: 'UI', value: transferSyntax }]);
  const length = encodeElements([{ tag: 0x0002_0000, vr: 'UL', value: meta.length }]);
  return Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), length, meta, dataSet]);
}
