import { constants, inflateRawSync } from 'node:zlib';
import {
  type ElementHeader,
  type Encoding,
  findItemEncoding,
  namesVr,
  readHeader,
  UNDEFINED_LENGTH,
} from './element.ts';
import type { FileMeta } from './file-meta.ts';
import { Tag } from './tags.ts';
import { DEFLATED, EXPLICIT_BIG_ENDIAN } from './transfer-syntaxes.ts';

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
    return walk(
      { bytes, count: 0 },
      start,
      { isExplicit: namesVr(bytes, start), isBigEndian },
      tags,
    );
  } catch {
    // A read beyond the end, a broken limit, or data that cannot be inflated.
    return undefined;
  }
}

const inflateHead = (head: Buffer, start: number): Buffer =>
  inflateRawSync(head.subarray(start, start + MAX_DEFLATED), {
    finishFlush: constants.Z_SYNC_FLUSH,
    maxOutputLength: MAX_INFLATED,
  });

interface Cursor {
  readonly bytes: Buffer;
  count: number;
}

function elementAt(cursor: Cursor, at: number, encoding: Encoding): ElementHeader {
  cursor.count += 1;
  if (cursor.count > MAX_ELEMENTS) throw new Error('too many elements');
  const element = readHeader(cursor.bytes, at, encoding);
  if (!element) throw new RangeError('truncated element');
  return element;
}

function walk(
  cursor: Cursor,
  from: number,
  encoding: Encoding,
  tags: ReadonlySet<number>,
): ReadonlyMap<number, Buffer> | undefined {
  const { bytes } = cursor;
  const last = Math.max(...tags);
  const values = new Map<number, Buffer>();
  let previous = 0;
  for (let at = from; at + 8 <= bytes.length; ) {
    const element = elementAt(cursor, at, encoding);
    const { tag, start, length } = element;
    // The order of tags is what distinguishes a data set from anything else.
    if (tag <= previous) return undefined;
    if (tag > last) return values;
    previous = tag;
    at = findEnd(cursor, element, encoding, 0);
    if (tags.has(tag) && length !== UNDEFINED_LENGTH) {
      if (at > bytes.length) return undefined;
      values.set(tag, bytes.subarray(start, at));
    }
  }
  return values;
}

/** Where an element ends. One of undefined length contains items. */
function findEnd(cursor: Cursor, element: ElementHeader, outer: Encoding, depth: number): number {
  if (element.length !== UNDEFINED_LENGTH) return element.start + element.length;
  if (depth > MAX_DEPTH) throw new Error('nested too deep');
  const encoding = findItemEncoding(element, outer);
  for (let at = element.start; ; ) {
    const item = elementAt(cursor, at, encoding);
    if (item.tag === Tag.sequenceDelimitationItem) return item.start;
    if (item.tag !== Tag.item) throw new Error('not an item');
    at = item.start + item.length;
    if (item.length !== UNDEFINED_LENGTH) continue;
    at = item.start;
    for (;;) {
      const inner = elementAt(cursor, at, encoding);
      at = inner.start;
      if (inner.tag === Tag.itemDelimitationItem) break;
      at = findEnd(cursor, inner, encoding, depth + 1);
    }
  }
}
