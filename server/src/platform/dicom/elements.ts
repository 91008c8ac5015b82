import { constants, inflateRawSync } from 'node:zlib';
import { ITEM, ITEM_END, LONG_VRS, SEQUENCE_END, UNDEFINED_LENGTH } from './dicom-encoding.ts';
import type { FileMeta } from './dicom-meta.ts';
import { DEFLATED, EXPLICIT_BIG_ENDIAN } from './dicom-syntaxes.ts';

/** Bytes that are inflated; deflate makes at most a thousand times as many of them. */
const MAX_DEFLATED = 16 * 1024;
const MAX_INFLATED = 32 * 1024 * 1024;

const MAX_ELEMENTS = 20_000;
const MAX_DEPTH = 16;

/**
 * Values of elements in the first bytes of a file, by tag: those of the outermost data set up to the highest of `tags`.
 * undefined where the bytes are no data set, or end before it. Reads nothing beyond `head` and never throws.
 */
export function readElements(
  head: Buffer,
  meta: FileMeta,
  tags: ReadonlySet<number>,
): ReadonlyMap<number, Buffer> | undefined {
  try {
    const isDeflated = meta.uid === DEFLATED;
    const bytes = isDeflated ? inflateHead(head, meta.end) : head;
    const start = isDeflated ? 0 : meta.end;
    const isBigEndian = meta.uid === EXPLICIT_BIG_ENDIAN;
    return walk({ bytes, isBigEndian, count: 0 }, start, isExplicitAt(bytes, start), tags);
  } catch {
    // A read beyond the end, a broken limit, or data that cannot be inflated.
    return undefined;
  }
}

/** Whether the first element names its VR; some devices contradict the transfer syntax. */
const isExplicitAt = (bytes: Buffer, start: number): boolean =>
  /^[A-Z]{2}$/.test(bytes.toString('latin1', start + 4, start + 6));

const inflateHead = (head: Buffer, start: number): Buffer =>
  inflateRawSync(head.subarray(start, start + MAX_DEFLATED), {
    finishFlush: constants.Z_SYNC_FLUSH,
    maxOutputLength: MAX_INFLATED,
  });

interface Cursor {
  readonly bytes: Buffer;
  readonly isBigEndian: boolean;
  count: number;
}

interface Element {
  readonly tag: number;
  readonly vr: string | undefined;
  readonly offset: number;
  readonly length: number;
}

function elementAt(cursor: Cursor, at: number, isExplicit: boolean): Element {
  const { bytes, isBigEndian } = cursor;
  cursor.count += 1;
  if (cursor.count > MAX_ELEMENTS) throw new Error('too many elements');
  const uint16 = (from: number) =>
    isBigEndian ? bytes.readUInt16BE(from) : bytes.readUInt16LE(from);
  const uint32 = (from: number) =>
    isBigEndian ? bytes.readUInt32BE(from) : bytes.readUInt32LE(from);
  const tag = uint16(at) * 0x1_0000 + uint16(at + 2);
  if (!isExplicit || tag >= ITEM)
    return { tag, vr: undefined, offset: at + 8, length: uint32(at + 4) };
  const vr = bytes.toString('latin1', at + 4, at + 6);
  if (LONG_VRS.has(vr)) return { tag, vr, offset: at + 12, length: uint32(at + 8) };
  return { tag, vr, offset: at + 8, length: uint16(at + 6) };
}

function walk(
  cursor: Cursor,
  start: number,
  isExplicit: boolean,
  tags: ReadonlySet<number>,
): ReadonlyMap<number, Buffer> | undefined {
  const { bytes } = cursor;
  const last = Math.max(...tags);
  const values = new Map<number, Buffer>();
  let previous = 0;
  for (let at = start; at + 8 <= bytes.length; ) {
    const element = elementAt(cursor, at, isExplicit);
    const { tag, offset, length } = element;
    // The order of tags is what distinguishes a data set from anything else.
    if (tag <= previous) return undefined;
    if (tag > last) return values;
    previous = tag;
    at = endOf(cursor, element, isExplicit, 0);
    if (tags.has(tag) && length !== UNDEFINED_LENGTH) {
      if (at > bytes.length) return undefined;
      values.set(tag, bytes.subarray(offset, at));
    }
  }
  return values;
}

/** Where an element ends. One of undefined length contains items. */
function endOf(cursor: Cursor, element: Element, isExplicit: boolean, depth: number): number {
  if (element.length !== UNDEFINED_LENGTH) return element.offset + element.length;
  if (depth > MAX_DEPTH) throw new Error('nested too deep');
  // The items of an element of VR UN are implicit (PS3.5, 6.2.2).
  const isExplicitInside = isExplicit && element.vr !== 'UN';
  for (let at = element.offset; ; ) {
    const item = elementAt(cursor, at, isExplicitInside);
    if (item.tag === SEQUENCE_END) return item.offset;
    if (item.tag !== ITEM) throw new Error('not an item');
    at = item.offset + item.length;
    if (item.length !== UNDEFINED_LENGTH) continue;
    at = item.offset;
    for (;;) {
      const inner = elementAt(cursor, at, isExplicitInside);
      at = inner.offset;
      if (inner.tag === ITEM_END) break;
      at = endOf(cursor, inner, isExplicitInside, depth + 1);
    }
  }
}
