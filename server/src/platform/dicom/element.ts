import { Tag } from './tags.ts';

/** The value representations (PS3.5, 6.2). */
const VALUE_REPRESENTATIONS: ReadonlySet<string> = new Set(
  'AE AS AT CS DA DS DT FD FL IS LO LT OB OD OF OL OV OW PN SH SL SQ SS ST SV TM UC UI UL UN UR US UT UV'.split(
    ' ',
  ),
);

/** Those with a reserved field and a length of 32 bits (PS3.5, 7.1.2). */
const LONG_VRS: ReadonlySet<string> = new Set('OB OD OF OL OV OW SQ SV UC UN UR UT UV'.split(' '));

/** The length of a value that ends with a delimiter. */
export const UNDEFINED_LENGTH = 0xffff_ffff;

export interface Encoding {
  readonly isExplicit: boolean;
  readonly isBigEndian: boolean;
}

export const explicitLittleEndian: Encoding = { isExplicit: true, isBigEndian: false };
export const implicitLittleEndian: Encoding = { isExplicit: false, isBigEndian: false };

export interface ElementHeader {
  readonly tag: number;
  /** '' in implicit VR, and of items and delimiters, which have none in any encoding. */
  readonly vr: string;
  /** Where the value begins. */
  readonly start: number;
  /** May be undefined, or exceed the bytes: it is what the file says. */
  readonly length: number;
}

export interface Element extends ElementHeader {
  readonly value: Buffer;
  readonly end: number;
}

/** Whether the element at `at` names its VR; some devices contradict the transfer syntax. */
export const namesVr = (bytes: Buffer, at: number): boolean =>
  VALUE_REPRESENTATIONS.has(bytes.toString('latin1', at + 4, at + 6));

/** The header of the element at `at` (PS3.5, 7.1); undefined where it does not end before `end`. */
export function readHeader(
  bytes: Buffer,
  at: number,
  { isExplicit, isBigEndian }: Encoding,
  end = bytes.length,
): ElementHeader | undefined {
  if (at + 8 > end) return undefined;
  const tag =
    readUint16(bytes, at, isBigEndian) * 0x1_0000 + readUint16(bytes, at + 2, isBigEndian);
  if (!isExplicit || tag >= Tag.item)
    return { tag, vr: '', start: at + 8, length: readUint32(bytes, at + 4, isBigEndian) };
  const vr = bytes.toString('latin1', at + 4, at + 6);
  if (!LONG_VRS.has(vr))
    return { tag, vr, start: at + 8, length: readUint16(bytes, at + 6, isBigEndian) };
  if (at + 12 > end) return undefined;
  return { tag, vr, start: at + 12, length: readUint32(bytes, at + 8, isBigEndian) };
}

/** The encoding of the items of an element: those of UN with an undefined length have one in all files (PS3.5, 6.2.2). */
export const findItemEncoding = ({ vr, length }: ElementHeader, outer: Encoding): Encoding =>
  vr === 'UN' && length === UNDEFINED_LENGTH ? implicitLittleEndian : outer;

/** The element at `at` with its value; undefined where it has no defined length, or does not end before `end`. */
export function readElement(
  bytes: Buffer,
  at: number,
  encoding: Encoding,
  end = bytes.length,
): Element | undefined {
  const header = readHeader(bytes, at, encoding, end);
  if (!header || header.length === UNDEFINED_LENGTH) return undefined;
  const valueEnd = header.start + header.length;
  if (valueEnd > end) return undefined;
  return { ...header, value: bytes.subarray(header.start, valueEnd), end: valueEnd };
}

const readUint16 = (bytes: Buffer, at: number, isBigEndian: boolean): number =>
  isBigEndian ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at);

const readUint32 = (bytes: Buffer, at: number, isBigEndian: boolean): number =>
  isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);

/** The longest value whose length is in 16 bits. */
const MAX_SHORT = 0xfffe;

/** Encodes an element header, little-endian (PS3.5, 7.1). `vr` is '' in implicit VR and of items and delimiters. */
export function encodeHeader(tag: number, vr: string, length: number): Buffer {
  const isLong = LONG_VRS.has(vr);
  const header = Buffer.alloc(isLong ? 12 : 8);
  header.writeUInt16LE(tag >>> 16, 0);
  header.writeUInt16LE(tag % 0x1_0000, 2);
  header.write(vr, 4, 'latin1');
  if (isLong) header.writeUInt32LE(length, 8);
  else if (vr === '') header.writeUInt32LE(length, 4);
  else header.writeUInt16LE(length, 6);
  return header;
}

/** An element with a value of even length. A text too long for its VR is allowed as UN (PS3.5, 6.2.2, note 5). */
export function encodeElement(tag: number, vr: string, value: Buffer): Buffer {
  const isTooLong = vr !== '' && !LONG_VRS.has(vr) && value.length > MAX_SHORT;
  return Buffer.concat([encodeHeader(tag, isTooLong ? 'UN' : vr, value.length), value]);
}

const NUL_PADDED = /^(UI|UN|O[BDFLVW])$/;

/** Values have an even length: NUL fills UIDs and bytes, a blank fills texts (PS3.5, 6.2). */
export function padValue(value: Buffer, vr: string): Buffer {
  if (value.length % 2 === 0) return value;
  return Buffer.concat([value, Buffer.from(NUL_PADDED.test(vr) ? '\0' : ' ')]);
}

export const encodeText = (tag: number, vr: string, text: string): Buffer =>
  encodeElement(tag, vr, padValue(Buffer.from(text, 'latin1'), vr));

export function encodeUint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

export function encodeUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
