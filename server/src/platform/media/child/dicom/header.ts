import { inflateRawSync } from 'node:zlib';
import dicomParser, { type ByteArrayParser, type DataSet } from 'dicom-parser';
import { type Encoding, namesVr } from '../../../dicom/element.ts';
import { readFileMeta } from '../../../dicom/file-meta.ts';
import {
  DEFLATED,
  EXPLICIT_BIG_ENDIAN,
  EXPLICIT_LITTLE_ENDIAN,
  IMPLICIT,
} from '../../../dicom/transfer-syntaxes.ts';
import { MAX_DICOM_HEADER } from '../../limits.ts';
import { type ByteSource, bufferSource } from '../input.ts';
import { findPixels, type HeaderWalk, type PixelLocation } from './find-pixels.ts';

/** Elements as a file encodes them. */
export interface ElementRange {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  readonly encoding: Encoding;
}

export interface DicomFile {
  readonly transferSyntax: string;
  readonly isBigEndian: boolean;
  /** Every element before the pixels. */
  readonly data: DataSet;
  /** The complete ones of them, as they are encoded. */
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
  return namesVr(head, 0) ? EXPLICIT_LITTLE_ENDIAN : IMPLICIT;
}

/** Whether the first element of a data set names its VR, whatever the transfer syntax is. */
function isExplicitAt(source: ByteSource, start: number): boolean | undefined {
  const element = source.read(start, 8);
  return element.length < 8 ? undefined : namesVr(element, 0);
}

function parse(source: ByteSource, start: number, transferSyntax: string): DicomFile {
  const isExplicit = isExplicitAt(source, start) ?? transferSyntax !== IMPLICIT;
  const isBigEndian = isExplicit && transferSyntax === EXPLICIT_BIG_ENDIAN;
  const { bytes, end, pixels, foreign } = readToPixels(source, (head) =>
    findPixels(head, { start, isExplicit, isBigEndian }),
  );
  const isCut = pixels === undefined && bytes.length === source.size && end < bytes.length;
  const parsed = without(bytes, foreign);
  const parsedEnd = end - (bytes.length - parsed.length);
  const parser = isBigEndian
    ? dicomParser.bigEndianByteArrayParser
    : dicomParser.littleEndianByteArrayParser;
  const data = new DataSetConstructor(parser, parsed, {});
  const stream = new dicomParser.ByteStream(parser, parsed, start);
  try {
    if (isExplicit) dicomParser.parseDicomDataSetExplicit(data, stream, parsedEnd);
    else dicomParser.parseDicomDataSetImplicit(data, stream, parsedEnd);
  } catch (error) {
    // dicom-parser throws strings.
    throw error instanceof Error ? error : new Error(String(error));
  }
  const header = { bytes, start, end, encoding: { isExplicit, isBigEndian } };
  return { transferSyntax, isBigEndian, data, header, source, pixels, isCut };
}

/** Bytes without some ranges of them. */
function without(bytes: Buffer, ranges: HeaderWalk['foreign']): Buffer {
  if (ranges.length === 0) return bytes;
  const parts = ranges.map(({ from }, index) => bytes.subarray(ranges[index - 1]?.to ?? 0, from));
  return Buffer.concat([...parts, bytes.subarray(ranges.at(-1)?.to)]);
}

/** Reads more and more of a file until the pixels are found, or the file or the limit of a header ends. */
function readToPixels(source: ByteSource, walk: (bytes: Buffer) => HeaderWalk) {
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
