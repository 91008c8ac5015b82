import { inflateRawSync } from 'node:zlib';
import dicomParser, { type ByteArrayParser, type DataSet } from 'dicom-parser';
import { UNDEFINED_LENGTH, VALUE_REPRESENTATIONS } from '../../dicom-encoding.ts';
import { readFileMeta } from '../../dicom-meta.ts';
import {
  DEFLATED,
  EXPLICIT_BIG_ENDIAN,
  EXPLICIT_LITTLE_ENDIAN,
  IMPLICIT,
} from '../../dicom-syntaxes.ts';
import { MAX_DICOM_HEADER } from '../../limits.ts';
import { type ByteSource, bufferSource } from '../input.ts';
import { type ElementRange, type Encoding, elementWalker, PIXEL_DATA } from './element-walker.ts';

/** Where the value of Pixel Data (7FE0,0010) is in `source`. */
export interface PixelLocation {
  /** Bytes from the beginning of `source`. */
  readonly offset: number;
  /** undefined where the pixels are encapsulated (PS3.5, A.4). */
  readonly length: number | undefined;
  /** Whether the value is a sequence of words, whose bytes a big-endian file swaps (PS3.5, 6.2). */
  readonly hasWords: boolean;
}

export interface DicomFile {
  readonly transferSyntax: string;
  readonly isBigEndian: boolean;
  /** Every element before the pixels. */
  readonly data: DataSet;
  /** The same elements as they are encoded. */
  readonly header: ElementRange;
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
  const { bytes, end, pixels, foreign } = readHeader(source, (head) =>
    findPixels(head, { start, isExplicit, isBigEndian }),
  );
  const isCut = pixels === undefined && bytes.length === source.size && end < bytes.length;
  const known = without(bytes, foreign);
  const knownEnd = end - (bytes.length - known.length);
  const parser = isBigEndian
    ? dicomParser.bigEndianByteArrayParser
    : dicomParser.littleEndianByteArrayParser;
  const data = new DataSetConstructor(parser, known, {});
  const stream = new dicomParser.ByteStream(parser, known, start);
  try {
    if (isExplicit) dicomParser.parseDicomDataSetExplicit(data, stream, knownEnd);
    else dicomParser.parseDicomDataSetImplicit(data, stream, knownEnd);
  } catch (error) {
    // dicom-parser throws strings.
    throw error instanceof Error ? error : new Error(String(error));
  }
  const header = { bytes, start, end, encoding: { isExplicit, isBigEndian } };
  return { transferSyntax, isBigEndian, data, header, source, pixels, isCut };
}

/** Bytes without some ranges of them. */
function without(bytes: Buffer, ranges: Walk['foreign']): Buffer {
  if (ranges.length === 0) return bytes;
  const parts = ranges.map(({ from }, index) => bytes.subarray(ranges[index - 1]?.to ?? 0, from));
  return Buffer.concat([...parts, bytes.subarray(ranges.at(-1)?.to)]);
}

interface Walk {
  /** Where the complete elements before the pixels end, in bytes. dicom-parser does not stop at a cut one. */
  readonly end: number;
  readonly pixels: PixelLocation | undefined;
  /** Elements whose items have another byte order than the file; dicom-parser has one for all. */
  readonly foreign: readonly { readonly from: number; readonly to: number }[];
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

/** Walks the data set (PS3.5, 7.1 and 7.5) up to the pixels and counts the elements of all depths. */
function findPixels(
  bytes: Buffer,
  { start, ...encoding }: Encoding & { readonly start: number },
): Walk {
  const { elementAt, skipValue } = elementWalker(bytes);
  const foreign: { from: number; to: number }[] = [];
  let at = start;
  while (at + 8 <= bytes.length) {
    const { tag, vr, offset, length } = elementAt(at, encoding);
    const isUndefined = length === UNDEFINED_LENGTH;
    if (tag === PIXEL_DATA) {
      const hasWords = vr === 'OW';
      const pixels = { offset, length: isUndefined ? undefined : length, hasWords };
      return { end: at, pixels, foreign };
    }
    const next = skipValue({ tag, vr, offset, length }, bytes.length, encoding, 0);
    if (next > bytes.length) break;
    if (isUndefined && vr === 'UN' && encoding.isBigEndian) foreign.push({ from: at, to: next });
    at = next;
  }
  return { end: at, pixels: undefined, foreign };
}
