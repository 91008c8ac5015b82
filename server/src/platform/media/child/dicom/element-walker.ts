import { ITEM, ITEM_END, LONG_VRS, SEQUENCE_END, UNDEFINED_LENGTH } from '../../dicom-encoding.ts';
import { MAX_DICOM_DEPTH, MAX_DICOM_ELEMENTS } from '../../limits.ts';
import { LimitExceeded } from '../limit-exceeded.ts';

export const PIXEL_DATA = 0x7fe0_0010;

export interface Element {
  readonly tag: number;
  readonly vr: string | undefined;
  /** Where the value begins. */
  readonly offset: number;
  readonly length: number;
}

export interface Encoding {
  readonly isExplicit: boolean;
  readonly isBigEndian: boolean;
}

/** Elements of a data set or an item. */
export interface ElementRange {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  readonly encoding: Encoding;
}

/** That of the items of an element of VR UN with an undefined length, in every file (PS3.5, 6.2.2). */
export const UNKNOWN: Encoding = { isExplicit: false, isBigEndian: false };

export type ElementWalker = ReturnType<typeof elementWalker>;

/** Reads elements and finds their ends; throws where there are too many of them in all. */
export function elementWalker(bytes: Buffer) {
  let count = 0;

  const uint16 = (at: number, { isBigEndian }: Encoding) =>
    isBigEndian ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at);
  const uint32 = (at: number, { isBigEndian }: Encoding) =>
    isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);
  const tagAt = (at: number, encoding: Encoding) =>
    uint16(at, encoding) * 0x1_0000 + uint16(at + 2, encoding);

  function elementAt(at: number, encoding: Encoding): Element {
    count += 1;
    if (count > MAX_DICOM_ELEMENTS) throw new LimitExceeded('too many elements');
    const tag = tagAt(at, encoding);
    if (!encoding.isExplicit || tag >= ITEM)
      return { tag, vr: undefined, offset: at + 8, length: uint32(at + 4, encoding) };
    const vr = bytes.toString('latin1', at + 4, at + 6);
    if (!LONG_VRS.has(vr)) return { tag, vr, offset: at + 8, length: uint16(at + 6, encoding) };
    return { tag, vr, offset: at + 12, length: uint32(at + 8, encoding) };
  }

  /** The end of a sequence's items. */
  function skipItems(from: number, end: number, encoding: Encoding, depth: number): number {
    if (depth > MAX_DICOM_DEPTH) throw new Error('nested too deep');
    let at = from;
    while (at + 8 <= end) {
      const item = elementAt(at, encoding);
      if (item.tag === SEQUENCE_END) return item.offset;
      if (item.tag !== ITEM) throw new Error('not an item');
      const itemEnd =
        item.length === UNDEFINED_LENGTH ? end : Math.min(item.offset + item.length, end);
      at = skipElements(item.offset, itemEnd, encoding, depth);
    }
    return at;
  }

  /** The end of the elements of an item, behind its delimiter if it has one. */
  function skipElements(from: number, end: number, encoding: Encoding, depth: number): number {
    let at = from;
    while (at + 8 <= end) {
      const element = elementAt(at, encoding);
      if (element.tag === ITEM_END) return element.offset;
      at = skipValue(element, end, encoding, depth);
    }
    return at;
  }

  /** The end of encapsulated pixels, for example those of an icon: their items contain no elements. */
  function skipFragments(from: number, end: number, encoding: Encoding): number {
    let at = from;
    while (at + 8 <= end) {
      const item = elementAt(at, encoding);
      if (item.tag === SEQUENCE_END) return item.offset;
      if (item.tag !== ITEM) throw new Error('not a fragment');
      at = item.offset + item.length;
    }
    return at;
  }

  function skipValue(element: Element, end: number, encoding: Encoding, depth: number): number {
    const { tag, vr, offset, length } = element;
    const isUndefined = length === UNDEFINED_LENGTH;
    if (isUndefined && tag === PIXEL_DATA) return skipFragments(offset, end, encoding);
    const valueEnd = isUndefined ? end : offset + length;
    const inner = isUndefined && vr === 'UN' ? UNKNOWN : encoding;
    const hasItems = offset + 8 <= Math.min(valueEnd, end) && tagAt(offset, inner) === ITEM;
    if (isUndefined || vr === 'SQ' || (vr === undefined && hasItems)) {
      const after = skipItems(offset, Math.min(valueEnd, end), inner, depth + 1);
      return isUndefined ? after : valueEnd;
    }
    return valueEnd;
  }

  return { elementAt, skipElements, skipValue };
}
