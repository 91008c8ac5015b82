import { implicitLittleEndian, readHeader } from '../../../dicom/element.ts';
import { Tag } from '../../../dicom/tags.ts';
import { LimitExceeded } from '../limit-exceeded.ts';
import type { ImageAttributes } from './attributes.ts';
import type { DicomFile } from './header.ts';
import { findElement } from './values.ts';

/** Parts of the file that together are one frame. */
type Parts = readonly { readonly offset: number; readonly length: number }[];

export interface FrameList {
  /** Frames that are present; an interrupted transfer leaves fewer than announced. */
  readonly count: number;
  /** Whether frames are missing, or the last one is cut off. */
  readonly isIncomplete: boolean;
  /** Where each frame is in its source. */
  readonly parts: readonly Parts[];
  /** The bytes of a frame, from 0. Of a cut uncompressed frame the rest is zeros. */
  read(index: number): Buffer;
}

/** Fragments of encapsulated pixels, and frames. */
const MAX_FRAGMENTS = 50_000;

/** Bytes of a compressed frame. */
const MAX_FRAME = 256 * 1024 * 1024;

/** Bits of a pixel in an uncompressed frame (PS3.3, C.7.6.3.1.2: chroma of 4:2:2 is stored for every second pixel). */
const bitsPerPixel = ({ photometric, samples, allocated }: ImageAttributes): number =>
  (photometric.endsWith('_422') ? 2 : samples) * allocated;

/** Bytes of an uncompressed frame. */
export const frameLength = (image: ImageAttributes): number =>
  Math.ceil((image.width * image.height * bitsPerPixel(image)) / 8);

/** Finds the frames of a file. Throws where the list of fragments is damaged. */
export function listFrames(file: DicomFile, image: ImageAttributes): FrameList {
  const { source, pixels } = file;
  if (!pixels) return { count: 0, isIncomplete: true, parts: [], read: () => Buffer.alloc(0) };
  const isNative = pixels.length !== undefined;
  const { frames, isCut } = isNative
    ? nativeFrames(source.size, pixels.offset, pixels.length ?? 0, image)
    : encapsulatedFrames(file, pixels.offset, image);
  const length = isNative ? frameLength(image) : 0;
  return {
    count: frames.length,
    isIncomplete: isCut || frames.length < image.frames,
    parts: frames,
    read(index) {
      const parts = frames[index] ?? [];
      const bytes = Buffer.concat(parts.map((part) => readPart(file, image, part)));
      return bytes.length < length ? Buffer.concat([bytes], length) : bytes;
    },
  };
}

/** The bytes of a part, in the order in which a little-endian file contains samples of 8 bits or less. */
function readPart(
  { source, pixels, isBigEndian }: DicomFile,
  { allocated }: ImageAttributes,
  { offset, length }: Parts[number],
): Buffer {
  if (!isBigEndian || !pixels?.hasWords || allocated === 16) return source.read(offset, length);
  // Frames of an odd length begin within a word.
  const start = offset - ((offset - pixels.offset) % 2);
  const read = source.read(start, length + 2);
  const words = Buffer.alloc(length + 2 + (length % 2));
  words.set(read);
  return words.swap16().subarray(offset - start, offset - start + length);
}

interface Located {
  readonly frames: readonly Parts[];
  /** Whether the file ends within the last frame. */
  readonly isCut: boolean;
}

function nativeFrames(
  size: number,
  offset: number,
  announced: number,
  image: ImageAttributes,
): Located {
  const length = frameLength(image);
  const available = Math.min(announced, size - offset);
  const count = Math.min(image.frames, Math.ceil(available / length), MAX_FRAGMENTS);
  const frames = Array.from({ length: Math.max(0, count) }, (_, index) => [
    { offset: offset + index * length, length },
  ]);
  return { frames, isCut: offset + frames.length * length > size };
}

interface Fragment {
  /** Where its item begins, in bytes after the first fragment's item: what offset tables count. */
  readonly itemOffset: number;
  readonly offset: number;
  /** Bytes that the file contains. */
  readonly length: number;
}

interface FragmentList {
  readonly fragments: readonly Fragment[];
  /** Entries of the Basic Offset Table. */
  readonly offsets: readonly number[];
  /** Whether the list has its end; a file that was cut off has none. */
  readonly isClosed: boolean;
  /** Whether the file ends within the last fragment. */
  readonly isCut: boolean;
}

/** PS3.5, A.4: an item with the Basic Offset Table, then the fragments. */
function readFragments({ source }: DicomFile, start: number): FragmentList {
  const fragments: Fragment[] = [];
  let table: number[] | undefined;
  let firstItem = 0;
  let isClosed = false;
  let isCut = false;
  for (let at = start; ; ) {
    const item = readHeader(source.read(at, 8), 0, implicitLittleEndian);
    if (!item) break;
    const { tag, length } = item;
    if (tag === Tag.sequenceDelimitationItem) {
      isClosed = true;
      break;
    }
    if (tag !== Tag.item) throw new Error('the list of fragments is damaged');
    const offset = at + 8;
    if (table === undefined) {
      table = readOffsets(source.read(offset, Math.min(length, 4 * MAX_FRAGMENTS)));
      firstItem = offset + length;
    } else {
      const available = Math.min(length, source.size - offset);
      isCut = available < length;
      fragments.push({ itemOffset: at - firstItem, offset, length: available });
      if (fragments.length > MAX_FRAGMENTS) throw new LimitExceeded('too many fragments');
    }
    at = offset + length;
  }
  return { fragments, offsets: table ?? [], isClosed, isCut };
}

function encapsulatedFrames(file: DicomFile, start: number, image: ImageAttributes): Located {
  const list = readFragments(file, start);
  const offsets = readExtendedOffsets(file) ?? list.offsets;
  const frames = group(file, { ...list, offsets }, image)
    .filter((parts) => parts.length > 0)
    .slice(0, image.frames);
  return { frames, isCut: list.isCut };
}

function readOffsets(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) =>
    bytes.readUInt32LE(index * 4),
  );
}

/** The Extended Offset Table (7FE0,0001): 64-bit offsets. */
function readExtendedOffsets({ data }: DicomFile): number[] | undefined {
  const element = findElement(data, Tag.extendedOffsetTable);
  if (!element || element.length < 8) return undefined;
  const bytes = Buffer.from(
    data.byteArray.buffer,
    data.byteArray.byteOffset + element.dataOffset,
    element.length,
  );
  return Array.from({ length: Math.min(Math.floor(bytes.length / 8), MAX_FRAGMENTS) }, (_, index) =>
    Number(bytes.readBigUInt64LE(index * 8)),
  );
}

/** Assigns fragments to frames: by the offset table, one to one, or by the start of each codestream. */
function group(file: DicomFile, list: FragmentList, image: ImageAttributes): Fragment[][] {
  const { fragments, offsets } = list;
  if (image.frames === 1) return [checkFrameSize(fragments)];
  const isOneToOne = fragments.length === image.frames && offsets.length !== image.frames;
  if (!isOneToOne && isUsable(list)) return groupByOffsets(list);
  if (fragments.length <= image.frames)
    return fragments.map((fragment) => checkFrameSize([fragment]));
  const frames: Fragment[][] = [];
  for (const fragment of fragments) {
    const last = frames.at(-1);
    if (!last || startsCodestream(file.source.read(fragment.offset, 4))) frames.push([fragment]);
    else last.push(fragment);
  }
  return frames.map(checkFrameSize);
}

/** Whether there is a table, and a fragment begins at each of its entries. */
function isUsable({ fragments, offsets, isClosed }: FragmentList): boolean {
  const starts = new Set(fragments.map(({ itemOffset }) => itemOffset));
  const end = isClosed ? Infinity : (fragments.at(-1)?.itemOffset ?? 0);
  return (
    offsets.length > 1 &&
    offsets[0] === 0 &&
    offsets.every(
      (offset, index) =>
        offset >= (offsets[index - 1] ?? 0) && (offset > end || starts.has(offset)),
    )
  );
}

function groupByOffsets({ fragments, offsets }: FragmentList): Fragment[][] {
  const starts = new Map(offsets.map((offset, index) => [offset, index]));
  const frames: Fragment[][] = offsets.map(() => []);
  let current = 0;
  for (const fragment of fragments) {
    current = starts.get(fragment.itemOffset) ?? current;
    frames[current]?.push(fragment);
  }
  return frames.map(checkFrameSize);
}

function checkFrameSize(fragments: readonly Fragment[]): Fragment[] {
  const length = fragments.reduce((sum, fragment) => sum + fragment.length, 0);
  if (length > MAX_FRAME) throw new LimitExceeded('a frame is too large');
  return [...fragments];
}

/** JPEG and JPEG-LS begin with SOI, JPEG 2000 with SOC or a JP2 signature box. */
function startsCodestream(head: Buffer): boolean {
  if (head.length < 4) return false;
  const marker = head.readUInt16BE(0);
  return marker === 0xffd8 || marker === 0xff4f || head.readUInt32BE(0) === 0x0000_000c;
}
