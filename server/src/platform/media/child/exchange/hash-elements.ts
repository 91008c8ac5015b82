import type { Hash } from 'node:crypto';
import {
  type ElementHeader,
  type Encoding,
  encodeHeader,
  findItemEncoding,
  implicitLittleEndian,
  readHeader,
  UNDEFINED_LENGTH,
} from '../../../dicom/element.ts';
import { formatTag, Tag } from '../../../dicom/tags.ts';
import { MAX_DICOM_DEPTH } from '../../limits.ts';
import type { ElementRange } from '../dicom/header.ts';
import { readVr } from './vr.ts';

/** Texts, whose trailing spaces and NULs have no meaning (PS3.5, 6.2). */
const TEXT = /^(A[ES]|CS|D[AST]|IS|L[OT]|PN|S[HT]|TM|U[CIRT])$/;

/** Receives the canonical form of elements, piece by piece. */
type Output = (bytes: Buffer) => void;

interface Scope {
  readonly bytes: Buffer;
  readonly end: number;
  readonly encoding: Encoding;
  readonly depth: number;
  readonly output: Output;
}

/**
 * Hashes elements in a form that is the same in every encoding of a data set: as implicit VR little-endian contains them
 * (PS3.5, A.1), without the lengths of sequences and items, and without the padding of texts. VRs do not count, because an
 * implicit file has none. `isHashed`: elements of the outermost level that count. Throws where elements are damaged.
 */
export function hashElements(
  hash: Hash,
  { bytes, start, end, encoding }: ElementRange,
  isHashed: (tag: number) => boolean = () => true,
): void {
  const output: Output = (piece) => void hash.update(piece);
  const scope: Scope = { bytes, end, encoding, depth: 0, output };
  for (let at = start; at < end; ) {
    const element = readElement(scope, at);
    at = addElement(isHashed(element.tag) ? scope : { ...scope, output: () => {} }, element);
  }
}

function readElement({ bytes, end, encoding }: Scope, at: number): ElementHeader {
  const element = readHeader(bytes, at, encoding, end);
  if (!element) throw new Error('an element is cut off');
  return element;
}

/** Group lengths and padding, which programs write as they like (PS3.5, 7.2; PS3.10, 7.2). */
const isMeaningless = (tag: number): boolean =>
  tag % 0x1_0000 === 0 || tag === Tag.lengthToEnd || tag === Tag.dataSetTrailingPadding;

/** Returns where the element ends. */
function addElement(outer: Scope, element: ElementHeader): number {
  const { bytes, end } = outer;
  const { tag, start, length } = element;
  const isOpen = length === UNDEFINED_LENGTH;
  const valueEnd = isOpen ? end : start + length;
  if (valueEnd > end) throw new Error('an element is cut off');
  const scope = isMeaningless(tag) ? { ...outer, output: () => {} } : outer;
  if (isOpen && tag === Tag.pixelData) {
    scope.output(encodeHeader(tag, '', UNDEFINED_LENGTH));
    return addFragments(scope, start);
  }
  const encoding =
    element.vr === 'UN' ? implicitLittleEndian : findItemEncoding(element, outer.encoding);
  const items = { ...scope, encoding, end: valueEnd, depth: outer.depth + 1 };
  const canHaveItems = element.vr === '' || element.vr === 'UN';
  const hasItems = canHaveItems && readHeader(bytes, start, encoding, valueEnd)?.tag === Tag.item;
  if (isOpen || element.vr === 'SQ' || hasItems) return addItems(items, element);
  const value = readValue(outer, element);
  scope.output(encodeHeader(tag, '', value.length));
  scope.output(value);
  return valueEnd;
}

/** Adds the items of a sequence; one without items is like an empty value, because an implicit file does not tell. */
function addItems(scope: Scope, { tag, start, length }: ElementHeader): number {
  if (scope.depth > MAX_DICOM_DEPTH) throw new Error('nested too deep');
  const isOpen = length === UNDEFINED_LENGTH;
  const first = encodeHeader(tag, '', UNDEFINED_LENGTH);
  let count = 0;
  let at = start;
  while (isOpen || at < scope.end) {
    const item = readElement(scope, at);
    at = item.start;
    if (isOpen && item.tag === Tag.sequenceDelimitationItem) break;
    if (item.tag !== Tag.item) throw new Error('not an item');
    scope.output(count === 0 ? first : encodeHeader(Tag.item, '', 0));
    at = addItem(scope, item);
    count += 1;
  }
  scope.output(encodeHeader(count === 0 ? tag : Tag.sequenceDelimitationItem, '', 0));
  return at;
}

function addItem(outer: Scope, { start, length }: ElementHeader): number {
  const isOpen = length === UNDEFINED_LENGTH;
  const scope = isOpen ? outer : { ...outer, end: start + length };
  if (scope.end > outer.end) throw new Error('an item is cut off');
  for (let at = start; isOpen || at < scope.end; ) {
    const element = readElement(scope, at);
    if (isOpen && element.tag === Tag.itemDelimitationItem) return element.start;
    at = addElement(scope, element);
  }
  return scope.end;
}

/** Encapsulated pixels below the outermost level, such as those of an icon: their items contain no elements. */
function addFragments(scope: Scope, start: number): number {
  for (let at = start; ; ) {
    const item = readElement(scope, at);
    const end = item.start + item.length;
    if (end > scope.end) throw new Error('a fragment is cut off');
    scope.output(encodeHeader(item.tag, '', item.length));
    scope.output(scope.bytes.subarray(item.start, end));
    if (item.tag === Tag.sequenceDelimitationItem) return end;
    at = end;
  }
}

/** The bytes of a value in little-endian. The dictionary decides what is text: each file names the VR, or does not. */
function readValue({ bytes, encoding }: Scope, { tag, vr, start, length }: ElementHeader): Buffer {
  const value = bytes.subarray(start, start + length);
  if (TEXT.test(readVr(formatTag(tag), undefined, false))) return trimEnd(value);
  return encoding.isBigEndian ? swap(Buffer.from(value), vr) : value;
}

/** Throws where a value is no list of such numbers. */
function swap(value: Buffer, vr: string): Buffer {
  if (/^(AT|OW|SS|US)$/.test(vr)) return value.swap16();
  if (/^(FL|OF|OL|SL|UL)$/.test(vr)) return value.swap32();
  return /^(FD|OD|OV|SV|UV)$/.test(vr) ? value.swap64() : value;
}

function trimEnd(value: Buffer): Buffer {
  let { length } = value;
  while (length > 0 && (value[length - 1] === 0x20 || value[length - 1] === 0)) length -= 1;
  return value.subarray(0, length);
}
