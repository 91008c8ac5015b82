import { ITEM, ITEM_END, SEQUENCE_END, UNDEFINED_LENGTH } from '../../dicom-encoding.ts';
import {
  type Element,
  type ElementRange,
  type ElementWalker,
  type Encoding,
  elementWalker,
  PIXEL_DATA,
  UNKNOWN,
} from '../dicom/element-walker.ts';
import { readVr } from './vr.ts';

/** Elements in a walker's bytes. */
type Range = Omit<ElementRange, 'bytes'>;

/** A side of a comparison. */
interface Side {
  readonly bytes: Buffer;
  readonly walker: ElementWalker;
}

interface LocatedElement extends Element {
  /** Behind the value and its delimiter. */
  readonly end: number;
  readonly encoding: Encoding;
}

/** Bytes of a number; other values are bytes or text in every encoding. */
const widths: Readonly<Record<string, 2 | 4 | 8>> = {
  ...{ AT: 2, OW: 2, SS: 2, US: 2 },
  ...{ FL: 4, OF: 4, OL: 4, SL: 4, UL: 4 },
  ...{ FD: 8, OD: 8, OV: 8, SV: 8, UV: 8 },
};

/** Their trailing spaces and NULs have no meaning (PS3.5, 6.2). */
const TEXTS: ReadonlySet<string> = new Set(
  'AE AS CS DA DS DT IS LO LT PN SH ST TM UC UI UR UT'.split(' '),
);

/** An implicit file does not tell them apart, so that programs choose one of them when they make it explicit. */
const WORDS: ReadonlySet<string> = new Set(['OB', 'OW', 'US']);

const LENGTH_TO_END = 0x0008_0001;
const TRAILING_PADDING = 0xfffc_fffc;

/**
 * Whether two ranges contain the same elements in the same order, whatever their encoding: VR where both name it, values in one
 * byte order without padding, items of sequences in the same way. Group lengths (PS3.5, 7.2) and what `isIgnored` names do
 * not count. Throws where the elements are damaged.
 */
export function haveSameElements(
  one: ElementRange,
  other: ElementRange,
  isIgnored: (tag: number) => boolean,
): boolean {
  const sides = [newSide(one), newSide(other)] as const;
  return areSame(sides, [one, other], isIgnored);
}

const newSide = ({ bytes }: ElementRange): Side => ({ bytes, walker: elementWalker(bytes) });

type Pair<T> = readonly [T, T];

function areSame(
  sides: Pair<Side>,
  ranges: Pair<Range>,
  isIgnored: (tag: number) => boolean,
): boolean {
  const [first, second] = [0, 1].map((index) => {
    const [side, range] = [sides[index as 0 | 1], ranges[index as 0 | 1]];
    return listElements(side, range).filter(({ tag }) => isCompared(tag) && !isIgnored(tag));
  }) as [LocatedElement[], LocatedElement[]];
  if (first.length !== second.length) return false;
  return first.every((element, index) => {
    const twin = second[index];
    return twin !== undefined && isSame(sides, [element, twin]);
  });
}

/** Not group lengths and padding, which programs write as they like. */
const isCompared = (tag: number): boolean =>
  tag % 0x1_0000 !== 0 && tag !== LENGTH_TO_END && tag !== TRAILING_PADDING;

/** All elements of a data set or an item. */
function listElements({ walker }: Side, { start, end, encoding }: Range): LocatedElement[] {
  const elements: LocatedElement[] = [];
  let at = start;
  while (at < end) {
    const element = walker.elementAt(at, encoding);
    if (element.tag === ITEM_END) return elements;
    const next = walker.skipValue(element, end, encoding, 0);
    if (next > end) throw new Error('an element is cut off');
    elements.push({ ...element, end: next, encoding });
    at = next;
  }
  return elements;
}

/** The items of a sequence. */
function listItems({ walker }: Side, element: LocatedElement): Range[] {
  const encoding = element.vr === 'UN' ? UNKNOWN : element.encoding;
  const items: Range[] = [];
  for (let at = element.offset; at < element.end; ) {
    const item = walker.elementAt(at, encoding);
    if (item.tag === SEQUENCE_END) break;
    if (item.tag !== ITEM) throw new Error('not an item');
    const isUndefined = item.length === UNDEFINED_LENGTH;
    const end = isUndefined
      ? walker.skipElements(item.offset, element.end, encoding, 0)
      : item.offset + item.length;
    if (end > element.end) throw new Error('an item is cut off');
    items.push({ start: item.offset, end, encoding });
    at = end;
  }
  return items;
}

function isSame(sides: Pair<Side>, pair: Pair<LocatedElement>): boolean {
  const [one, other] = pair;
  if (one.tag !== other.tag || !areCompatible(one.vr, other.vr)) return false;
  if (!pair.some(isSequence)) return haveSameValue(sides, pair);
  const items = [listItems(sides[0], one), listItems(sides[1], other)] as const;
  if (items[0].length !== items[1].length) return false;
  return items[0].every((item, index) => {
    const twin = items[1][index];
    return twin !== undefined && areSame(sides, [item, twin], () => false);
  });
}

/** Whether a file names the VR. */
const isNamed = (vr: string | undefined): vr is string => vr !== undefined && vr !== 'UN';

const areCompatible = (one: string | undefined, other: string | undefined): boolean =>
  !isNamed(one) || !isNamed(other) || one === other || (WORDS.has(one) && WORDS.has(other));

const toTag = (tag: number): string => tag.toString(16).toUpperCase().padStart(8, '0');

function isSequence({ tag, vr, length }: LocatedElement): boolean {
  if (isNamed(vr)) return vr === 'SQ';
  // Encapsulated pixels of an icon are no sequence.
  if (length === UNDEFINED_LENGTH) return tag !== PIXEL_DATA;
  return readVr(toTag(tag), undefined, false) === 'SQ';
}

function haveSameValue(sides: Pair<Side>, pair: Pair<LocatedElement>): boolean {
  const [one, other] = pair;
  const named = [one.vr, other.vr].find(isNamed) ?? readVr(toTag(one.tag), undefined, false);
  const isText = TEXTS.has(named);
  const [first, second] = [readValue(sides[0], one, isText), readValue(sides[1], other, isText)];
  return first.equals(second);
}

/** The bytes of a value, in little-endian. */
function readValue({ bytes }: Side, element: LocatedElement, isText: boolean): Buffer {
  const { offset, end, vr, encoding } = element;
  const value = bytes.subarray(offset, end);
  if (isText) return trimEnd(value);
  const width = encoding.isBigEndian && vr !== undefined ? widths[vr] : undefined;
  if (width === undefined || value.length % width !== 0) return value;
  const swapped = Buffer.from(value);
  if (width === 2) return swapped.swap16();
  return width === 4 ? swapped.swap32() : swapped.swap64();
}

function trimEnd(value: Buffer): Buffer {
  let { length } = value;
  while (length > 0 && (value[length - 1] === 0x20 || value[length - 1] === 0)) length -= 1;
  return value.subarray(0, length);
}
