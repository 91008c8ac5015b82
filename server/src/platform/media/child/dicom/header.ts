import dicomParser, { type DataSet } from 'dicom-parser';
import { readFileMeta } from '../../dicom-meta.ts';
import { MAX_DICOM_DEPTH, MAX_DICOM_ELEMENTS, MAX_DICOM_HEADER } from '../../limits.ts';
import type { ByteSource } from '../input.ts';

export interface DicomHeader {
  readonly transferSyntax: string;
  readonly data: DataSet;
  /** Offset of Pixel Data (7FE0,0010) in bytes; `length` is undefined if it is encapsulated. */
  readonly pixels: { readonly offset: number; readonly length: number | undefined };
}

const IMPLICIT = '1.2.840.10008.1.2';
const EXPLICIT = '1.2.840.10008.1.2.1';

/**
 * Reads a little-endian data set that is not deflated up to its pixels. Returns undefined for any other data set, and if
 * the first MiB contains no pixels. Throws if lengths, elements or depth exceed a limit: dicom-parser has no limits,
 * so it receives only bytes that were checked.
 */
export function readHeader(source: ByteSource): DicomHeader | undefined {
  const bytes = source.read(0, MAX_DICOM_HEADER);
  const meta = readFileMeta(bytes);
  if (!meta || (meta.uid !== IMPLICIT && meta.uid !== EXPLICIT)) return undefined;
  const pixels = findPixels(bytes, meta.end, meta.uid === EXPLICIT);
  if (!pixels) return undefined;
  const inflater = () => {
    throw new Error('deflated');
  };
  const data = dicomParser.parseDicom(bytes.subarray(0, pixels.at), { inflater });
  return { transferSyntax: meta.uid, data, pixels };
}

const UNDEFINED_LENGTH = 0xffff_ffff;
const PIXEL_DATA = 0x7fe0_0010;
const ITEM = 0xfffe_e000;
const ITEM_END = 0xfffe_e00d;
const SEQUENCE_END = 0xfffe_e0dd;
const LONG = new Set('OB OD OF OL OV OW SQ SV UC UN UR UT UV'.split(' '));

interface Element {
  readonly tag: number;
  readonly vr: string | undefined;
  /** Byte at which the value begins. */
  readonly offset: number;
  readonly length: number;
}

/** Walks the data set (PS3.5, 7.1 and 7.5) and counts the elements of all depths. */
function findPixels(bytes: Buffer, start: number, isExplicit: boolean) {
  let count = 0;

  const tagAt = (at: number) => bytes.readUInt16LE(at) * 0x1_0000 + bytes.readUInt16LE(at + 2);

  function elementAt(at: number, explicit: boolean): Element {
    count += 1;
    if (count > MAX_DICOM_ELEMENTS) throw new Error('too many elements');
    const tag = tagAt(at);
    if (!explicit || tag >= ITEM)
      return { tag, vr: undefined, offset: at + 8, length: bytes.readUInt32LE(at + 4) };
    const vr = bytes.toString('latin1', at + 4, at + 6);
    if (!LONG.has(vr)) return { tag, vr, offset: at + 8, length: bytes.readUInt16LE(at + 6) };
    return { tag, vr, offset: at + 12, length: bytes.readUInt32LE(at + 8) };
  }

  /** Returns the end of a sequence's items. */
  function skipItems(start: number, end: number, explicit: boolean, depth: number): number {
    if (depth > MAX_DICOM_DEPTH) throw new Error('nested too deep');
    let at = start;
    while (at + 8 <= end) {
      const item = elementAt(at, explicit);
      if (item.tag === SEQUENCE_END) return item.offset;
      if (item.tag !== ITEM) throw new Error('not an item');
      at =
        item.length === UNDEFINED_LENGTH
          ? skipElements(item.offset, end, explicit, depth)
          : skipElements(item.offset, Math.min(item.offset + item.length, end), explicit, depth);
    }
    return at;
  }

  function skipElements(start: number, end: number, explicit: boolean, depth: number): number {
    let at = start;
    while (at + 8 <= end) {
      const element = elementAt(at, explicit);
      if (element.tag === ITEM_END) return element.offset;
      at = skipValue(element, end, explicit, depth);
    }
    return at;
  }

  function skipValue(
    { vr, offset, length }: Element,
    end: number,
    explicit: boolean,
    depth: number,
  ) {
    const isUndefined = length === UNDEFINED_LENGTH;
    const valueEnd = isUndefined ? end : offset + length;
    const hasItems = offset + 8 <= Math.min(valueEnd, end) && tagAt(offset) === ITEM;
    if (isUndefined || vr === 'SQ' || (vr === undefined && hasItems)) {
      // The items of an element of VR UN are implicit (PS3.5, 6.2.2).
      const after = skipItems(offset, Math.min(valueEnd, end), explicit && vr !== 'UN', depth + 1);
      return isUndefined ? after : valueEnd;
    }
    return valueEnd;
  }

  for (let at = start; at + 12 <= bytes.length; ) {
    const element = elementAt(at, isExplicit);
    if (element.tag === PIXEL_DATA) {
      const { offset, length } = element;
      return { at, offset, length: length === UNDEFINED_LENGTH ? undefined : length };
    }
    at = skipValue(element, bytes.length, isExplicit, 0);
  }
  return undefined;
}
