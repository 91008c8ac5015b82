import { decodeDicomText } from '@deqiq/contract/shared/imaging/dicom-text.ts';
import type { DicomAttribute } from '../../dicom-index.ts';

/** Binary values and numbers up to this size in bytes are part of the JSON: the lookup table of a 12-bit picture is. */
export const MAX_INLINE = 8_192;

/** Bytes of a text that is part of the JSON, and its values; longer ones are left out. */
export const MAX_TEXT = 65_536;
const MAX_VALUES = 1_000;

export interface Context {
  readonly isBigEndian: boolean;
  readonly isSigned: boolean;
  /** Whether offsets in the data set are offsets in its file. */
  readonly hasFileOffsets: boolean;
}

export const BINARY = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'UN']);

/** Bytes of one value. */
export const NUMBERS: Readonly<Record<string, number>> = {
  AT: 4,
  FD: 8,
  FL: 4,
  SL: 4,
  SS: 2,
  SV: 8,
  UL: 4,
  US: 2,
  UV: 8,
};

/** The address of a long value; tags have none in the model (F.2.2). */
export function toBulkData(
  vr: string,
  bytes: Buffer,
  offset: number,
  { isBigEndian, hasFileOffsets }: Context,
): DicomAttribute | undefined {
  if (!hasFileOffsets || isBigEndian || vr === 'AT') return undefined;
  return { vr, BulkDataURI: `${offset}-${bytes.length}` };
}

export function toBinary(vr: string, bytes: Buffer, { isBigEndian }: Context): DicomAttribute {
  // JSON has words in little-endian order (F.2.7).
  const isSwapped = isBigEndian && vr === 'OW' && bytes.length % 2 === 0;
  const ordered = isSwapped ? Buffer.from(bytes).swap16() : bytes;
  return { vr, InlineBinary: ordered.toString('base64') };
}

export function readNumbers(
  vr: string,
  bytes: Buffer,
  size: number,
  isBigEndian: boolean,
): unknown[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const little = !isBigEndian;
  const read: Readonly<Record<string, (at: number) => unknown>> = {
    AT: (at) => hex(view.getUint16(at, little)) + hex(view.getUint16(at + 2, little)),
    FD: (at) => finite(view.getFloat64(at, little)),
    FL: (at) => finite(view.getFloat32(at, little)),
    SL: (at) => view.getInt32(at, little),
    SS: (at) => view.getInt16(at, little),
    SV: (at) => String(view.getBigInt64(at, little)),
    UL: (at) => view.getUint32(at, little),
    US: (at) => view.getUint16(at, little),
    UV: (at) => String(view.getBigUint64(at, little)),
  };
  const count = Math.floor(bytes.length / size);
  return Array.from({ length: count }, (_, index) => read[vr]?.(index * size) ?? null);
}

const hex = (word: number) => word.toString(16).padStart(4, '0').toUpperCase();

/** JSON has no infinite numbers. */
const finite = (value: number) => (Number.isFinite(value) ? value : null);

/** VRs of which a backslash is part of the text. */
const SINGLE = new Set(['LT', 'ST', 'UR', 'UT']);

export function toText(
  vr: string,
  bytes: Buffer,
  characterSet: string,
): DicomAttribute | undefined {
  const text = decodeDicomText(bytes, characterSet);
  const values = SINGLE.has(vr) ? [text] : text.split('\\', MAX_VALUES + 1);
  if (values.length > MAX_VALUES) return undefined;
  const parts = SINGLE.has(vr) ? values : values.map((part) => part.trim());
  const isEmpty = vr === 'PN' ? /^[=^\s\\]*$/.test(text) : parts.every((part) => part === '');
  if (isEmpty) return { vr };
  return { vr, Value: parts.map((part) => toTextValue(vr, part)) };
}

function toTextValue(vr: string, text: string): unknown {
  if (text === '') return null;
  if (vr === 'PN') {
    const groups = text.split('=').map((group) => (/^\^*$/.test(group) ? '' : group));
    const [alphabetic = '', ideographic = '', phonetic = ''] = groups;
    return {
      ...(alphabetic && { Alphabetic: alphabetic }),
      ...(ideographic && { Ideographic: ideographic }),
      ...(phonetic && { Phonetic: phonetic }),
    };
  }
  if (vr !== 'DS' && vr !== 'IS') return text;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}
