import {
  type ElementHeader,
  type Encoding,
  findItemEncoding,
  readHeader,
  UNDEFINED_LENGTH,
} from '../../../dicom/element.ts';
import { Tag } from '../../../dicom/tags.ts';
import { MAX_DICOM_DEPTH, MAX_DICOM_ELEMENTS } from '../../limits.ts';
import { LimitExceeded } from '../limit-exceeded.ts';

/** Where the value of Pixel Data (7FE0,0010) is in `source`. */
export interface PixelLocation {
  /** Bytes from the beginning of `source`. */
  readonly offset: number;
  /** undefined where the pixels are encapsulated (PS3.5, A.4). */
  readonly length: number | undefined;
  /** Whether the value is a sequence of words, whose bytes a big-endian file swaps (PS3.5, 6.2). */
  readonly hasWords: boolean;
}

export interface HeaderWalk {
  /** Where the complete elements before the pixels end, in bytes. dicom-parser does not stop at a cut one. */
  readonly end: number;
  readonly pixels: PixelLocation | undefined;
  /** Elements whose items have another byte order than the file; dicom-parser has one for all. */
  readonly foreign: readonly { readonly from: number; readonly to: number }[];
}

/** Walks the data set (PS3.5, 7.1 and 7.5) up to the pixels and counts the elements of all depths. */
export function findPixels(
  bytes: Buffer,
  { start, ...encoding }: Encoding & { readonly start: number },
): HeaderWalk {
  const walker = new ElementWalker(bytes);
  const foreign: { from: number; to: number }[] = [];
  let at = start;
  while (at + 8 <= bytes.length) {
    const element = walker.read(at, encoding);
    if (element.tag === Tag.pixelData) return { end: at, pixels: locatePixels(element), foreign };
    const next = walker.skipValue(element, bytes.length, encoding, 0);
    if (next > bytes.length) break;
    if (findItemEncoding(element, encoding).isBigEndian !== encoding.isBigEndian)
      foreign.push({ from: at, to: next });
    at = next;
  }
  return { end: at, pixels: undefined, foreign };
}

const locatePixels = ({ vr, start, length }: ElementHeader): PixelLocation => ({
  offset: start,
  length: length === UNDEFINED_LENGTH ? undefined : length,
  hasWords: vr === 'OW',
});

/** Reads elements and finds their ends; throws where there are too many of them in all. */
class ElementWalker {
  readonly #bytes: Buffer;
  #count = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** A RangeError where the bytes end within the header. */
  read(at: number, encoding: Encoding): ElementHeader {
    this.#count += 1;
    if (this.#count > MAX_DICOM_ELEMENTS) throw new LimitExceeded('too many elements');
    const element = readHeader(this.#bytes, at, encoding);
    if (!element) throw new RangeError('truncated element');
    return element;
  }

  /** The end of a value in a data set or item that ends at `end`. */
  skipValue(element: ElementHeader, end: number, outer: Encoding, depth: number): number {
    const { tag, vr, start, length } = element;
    const isUndefined = length === UNDEFINED_LENGTH;
    if (isUndefined && tag === Tag.pixelData) return this.#skipFragments(start, end, outer);
    const encoding = findItemEncoding(element, outer);
    const valueEnd = isUndefined ? end : start + length;
    const itemsEnd = Math.min(valueEnd, end);
    const hasItems = () => readHeader(this.#bytes, start, encoding, itemsEnd)?.tag === Tag.item;
    if (!isUndefined && vr !== 'SQ' && !(vr === '' && hasItems())) return valueEnd;
    const after = this.#skipItems(start, itemsEnd, encoding, depth + 1);
    return isUndefined ? after : valueEnd;
  }

  /** The end of a sequence's items. */
  #skipItems(from: number, end: number, encoding: Encoding, depth: number): number {
    if (depth > MAX_DICOM_DEPTH) throw new Error('nested too deep');
    let at = from;
    while (at + 8 <= end) {
      const item = this.read(at, encoding);
      if (item.tag === Tag.sequenceDelimitationItem) return item.start;
      if (item.tag !== Tag.item) throw new Error('not an item');
      const itemEnd =
        item.length === UNDEFINED_LENGTH ? end : Math.min(item.start + item.length, end);
      at = this.#skipElements(item.start, itemEnd, encoding, depth);
    }
    return at;
  }

  #skipElements(from: number, end: number, encoding: Encoding, depth: number): number {
    let at = from;
    while (at + 8 <= end) {
      const element = this.read(at, encoding);
      if (element.tag === Tag.itemDelimitationItem) return element.start;
      at = this.skipValue(element, end, encoding, depth);
    }
    return at;
  }

  /** The end of encapsulated pixels, for example those of an icon: their items contain no elements. */
  #skipFragments(from: number, end: number, encoding: Encoding): number {
    let at = from;
    while (at + 8 <= end) {
      const item = this.read(at, encoding);
      if (item.tag === Tag.sequenceDelimitationItem) return item.start;
      if (item.tag !== Tag.item) throw new Error('not a fragment');
      at = item.start + item.length;
    }
    return at;
  }
}
