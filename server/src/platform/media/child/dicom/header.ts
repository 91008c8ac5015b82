import { inflateRawSync } from 'node:zlib';
import dicomParser, { type ByteArrayParser, type DataSet } from 'dicom-parser';
import {
  ITEM,
  ITEM_END,
  LONG_VRS,
  SEQUENCE_END,
  UNDEFINED_LENGTH,
  VALUE_REPRESENTATIONS,
} from '../../dicom-encoding.ts';
import { readFileMeta } from '../../dicom-meta.ts';
import {
  DEFLATED,
  EXPLICIT_BIG_ENDIAN,
  EXPLICIT_LITTLE_ENDIAN,
  IMPLICIT,
} from '../../dicom-syntaxes.ts';
import { MAX_DICOM_DEPTH, MAX_DICOM_ELEMENTS, MAX_DICOM_HEADER } from '../../limits.ts';
import { type ByteSource, bufferSource } from '../input.ts';
import { LimitExceeded } from '../limit-exceeded.ts';

/** Where the value of Pixel Data (7FE0,0010) is in `source`. */
export interface PixelLocation {
  /** Bytes from the beginning of `source`. */
  readonly offset: number;
  /** undefined where the pixels are encapsulated (PS3.5, A.4). */
  readonly length: number | undefined;
}

export interface DicomFile {
  readonly transferSyntax: string;
  readonly isBigEndian: boolean;
  /** Every element before the pixels. */
  readonly data: DataSet;
  /** The bytes that `pixels` refers to: the file itself, or its inflated data set. */
  readonly source: ByteSource;
  /** undefined where the file has no pixels, for example a structured report. */
  readonly pixels: PixelLocation | undefined;
  /** Whether the file ends within an element before the pixels. */
  readonly isCut: boolean;
}

/** dicom-parser's types declare the class as an interface. */
const { DataSet: DataSetConstructor } = dicomParser as unknown as {
  readonly DataSet: new (parser: ByteArrayParser, bytes: Buffer, elements: object) => DataSet;
};

/** Bytes of an inflated data set (transfer syntax 1.2.840.10008.1.2.1.99). */
const MAX_INFLATED = 128 * 1024 * 1024;

/** Bytes of a header that are read first; four times as many each time they are not enough. */
const FIRST_READ = 64 * 1024;

/**
 * Reads a DICOM file up to its pixels; undefined where it is none. Accepts a file without preamble and file meta
 * (PS3.10, 7.1 requires both, but devices omit them). Throws where lengths, elements or depth break a limit:
 * dicom-parser has none, so it only sees what has been counted.
 */
export function readDicomFile(file: ByteSource): DicomFile | undefined {
  const head = file.read(0, FIRST_READ);
  const meta = readFileMeta(head);
  const start = meta?.end ?? 0;
  const transferSyntax = meta?.uid ?? guessTransferSyntax(head);
  if (transferSyntax === undefined) return undefined;
  if (transferSyntax !== DEFLATED) return parse(file, start, transferSyntax);
  const deflated = file.read(start, file.size - start);
  const inflated = inflateRawSync(deflated, { maxOutputLength: MAX_INFLATED });
  return { ...parse(bufferSource(inflated), 0, EXPLICIT_LITTLE_ENDIAN), transferSyntax };
}

/** The transfer syntax of a data set without file meta, which is little-endian; undefined where it is not DICOM. */
function guessTransferSyntax(head: Buffer): string | undefined {
  if (head.length < 8) return undefined;
  const group = head.readUInt16LE(0);
  if (group !== 0x0008 && group !== 0x0002) return undefined;
  return VALUE_REPRESENTATIONS.has(head.toString('latin1', 4, 6))
    ? EXPLICIT_LITTLE_ENDIAN
    : IMPLICIT;
}

/** Whether the first element of a data set names its VR; some devices contradict the transfer syntax. */
function isExplicitAt(source: ByteSource, start: number): boolean | undefined {
  const element = source.read(start, 8);
  return element.length < 8
    ? undefined
    : VALUE_REPRESENTATIONS.has(element.toString('latin1', 4, 6));
}

function parse(source: ByteSource, start: number, transferSyntax: string): DicomFile {
  const isExplicit = isExplicitAt(source, start) ?? transferSyntax !== IMPLICIT;
  const isBigEndian = isExplicit && transferSyntax === EXPLICIT_BIG_ENDIAN;
  const { bytes, end, pixels } = readHeader(source, (head) =>
    findPixels(head, { start, isExplicit, isBigEndian }),
  );
  const parser = isBigEndian
    ? dicomParser.bigEndianByteArrayParser
    : dicomParser.littleEndianByteArrayParser;
  const data = new DataSetConstructor(parser, bytes, {});
  const stream = new dicomParser.ByteStream(parser, bytes, start);
  try {
    if (isExplicit) dicomParser.parseDicomDataSetExplicit(data, stream, end);
    else dicomParser.parseDicomDataSetImplicit(data, stream, end);
  } catch (error) {
    // dicom-parser throws strings.
    throw error instanceof Error ? error : new Error(String(error));
  }
  const isCut = pixels === undefined && bytes.length === source.size && end < bytes.length;
  return { transferSyntax, isBigEndian, data, source, pixels, isCut };
}

interface Walk {
  /** Where the complete elements before the pixels end, in bytes. dicom-parser does not stop at a cut one. */
  readonly end: number;
  readonly pixels: PixelLocation | undefined;
}

/** Reads more and more of a file until the pixels are found, or the file or the limit of a header ends. */
function readHeader(source: ByteSource, walk: (bytes: Buffer) => Walk) {
  const max = Math.min(source.size, MAX_DICOM_HEADER);
  for (let length = Math.min(FIRST_READ, max); ; length = Math.min(length * 4, max)) {
    const bytes = source.read(0, length);
    try {
      const found = walk(bytes);
      if (found.pixels || length === max) return { bytes, ...found };
    } catch (error) {
      // An element may be cut in the middle. A broken limit stays broken when more is read.
      if (length === max || !(error instanceof RangeError)) throw error;
    }
  }
}

const PIXEL_DATA = 0x7fe0_0010;

interface Element {
  readonly tag: number;
  readonly vr: string | undefined;
  /** Where the value begins. */
  readonly offset: number;
  readonly length: number;
}

interface Encoding {
  readonly start: number;
  readonly isExplicit: boolean;
  readonly isBigEndian: boolean;
}

/** Walks the data set (PS3.5, 7.1 and 7.5) up to the pixels and counts the elements of all depths. */
function findPixels(bytes: Buffer, { start, isExplicit, isBigEndian }: Encoding): Walk {
  let count = 0;

  const uint16 = (at: number) => (isBigEndian ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at));
  const uint32 = (at: number) => (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at));
  const tagAt = (at: number) => uint16(at) * 0x1_0000 + uint16(at + 2);

  function elementAt(at: number, explicit: boolean): Element {
    count += 1;
    if (count > MAX_DICOM_ELEMENTS) throw new LimitExceeded('too many elements');
    const tag = tagAt(at);
    if (!explicit || tag >= ITEM)
      return { tag, vr: undefined, offset: at + 8, length: uint32(at + 4) };
    const vr = bytes.toString('latin1', at + 4, at + 6);
    if (!LONG_VRS.has(vr)) return { tag, vr, offset: at + 8, length: uint16(at + 6) };
    return { tag, vr, offset: at + 12, length: uint32(at + 8) };
  }

  /** The end of a sequence's items. */
  function skipItems(from: number, end: number, explicit: boolean, depth: number): number {
    if (depth > MAX_DICOM_DEPTH) throw new Error('nested too deep');
    let at = from;
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

  function skipElements(from: number, end: number, explicit: boolean, depth: number): number {
    let at = from;
    while (at + 8 <= end) {
      const element = elementAt(at, explicit);
      if (element.tag === ITEM_END) return element.offset;
      at = skipValue(element, end, explicit, depth);
    }
    return at;
  }

  function skipValue(element: Element, end: number, explicit: boolean, depth: number): number {
    const { vr, offset, length } = element;
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

  let at = start;
  while (at + 8 <= bytes.length) {
    const element = elementAt(at, isExplicit);
    if (element.tag === PIXEL_DATA) {
      const { offset, length } = element;
      const isEncapsulated = length === UNDEFINED_LENGTH;
      return { end: at, pixels: { offset, length: isEncapsulated ? undefined : length } };
    }
    const next = skipValue(element, bytes.length, isExplicit, 0);
    if (next > bytes.length) break;
    at = next;
  }
  return { end: at, pixels: undefined };
}
