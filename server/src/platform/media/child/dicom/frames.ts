import type { ImageAttributes } from './attributes.ts';
import type { DicomFile } from './header.ts';

/** Parts of the file that together are one frame. */
type Parts = readonly { readonly offset: number; readonly length: number }[];

export interface FrameList {
  /** Frames that are present; an interrupted transfer leaves fewer than announced. */
  readonly count: number;
  /** Whether frames are missing, or the last one is cut off. */
  readonly isIncomplete: boolean;
  /** The bytes of a frame, from 0. Of a cut uncompressed frame the rest is zeros. */
  read(index: number): Buffer;
}

/** Fragments of encapsulated pixels, and frames. */
const MAX_FRAGMENTS = 50_000;

/** Bytes of a compressed frame. */
const MAX_FRAME = 256 * 1024 * 1024;

const ITEM = 0xfffe_e000;
const SEQUENCE_END = 0xfffe_e0dd;

/** Bits of a pixel in an uncompressed frame (PS3.3, C.7.6.3.1.2: chroma of 4:2:2 is stored for every second pixel). */
const bitsPerPixel = ({ photometric, samples, allocated }: ImageAttributes): number =>
  (photometric.endsWith('_422') ? 2 : samples) * allocated;

/** Bytes of an uncompressed frame. */
export const frameLength = (image: ImageAttributes): number =>
  Math.ceil((image.width * image.height * bitsPerPixel(image)) / 8);

/** Finds the frames of a file. Throws where the list of fragments is damaged. */
export function listFrames(file: DicomFile, image: ImageAttributes): FrameList {
  const { source, pixels } = file;
  if (!pixels) return { count: 0, isIncomplete: true, read: () => Buffer.alloc(0) };
  const isNative = pixels.length !== undefined;
  const frames = isNative
    ? nativeFrames(source.size, pixels.offset, pixels.length ?? 0, image)
    : encapsulatedFrames(file, pixels.offset, image);
  const last = frames.at(-1)?.[0];
  const isCut = isNative && last !== undefined && last.offset + last.length > source.size;
  const length = isNative ? frameLength(image) : 0;
  return {
    count: frames.length,
    isIncomplete: isCut || frames.length < image.frames,
    read(index) {
      const parts = frames[index] ?? [];
      const bytes = Buffer.concat(parts.map((part) => source.read(part.offset, part.length)));
      return bytes.length < length ? Buffer.concat([bytes], length) : bytes;
    },
  };
}

function nativeFrames(
  size: number,
  offset: number,
  announced: number,
  image: ImageAttributes,
): Parts[] {
  const length = frameLength(image);
  const available = Math.min(announced, size - offset);
  const count = Math.min(image.frames, Math.ceil(available / length), MAX_FRAGMENTS);
  return Array.from({ length: count }, (_, index) => [{ offset: offset + index * length, length }]);
}

interface Fragment {
  /** Where its item begins, in bytes after the first fragment's item: what offset tables count. */
  readonly itemOffset: number;
  readonly offset: number;
  readonly length: number;
}

/** PS3.5, A.4: an item with the Basic Offset Table, then the fragments. */
function encapsulatedFrames(file: DicomFile, start: number, image: ImageAttributes): Parts[] {
  const { source } = file;
  const fragments: Fragment[] = [];
  let table: number[] | undefined;
  let firstItem = 0;
  for (let at = start; at + 8 <= source.size; ) {
    const item = source.read(at, 8);
    const tag = item.readUInt16LE(0) * 0x1_0000 + item.readUInt16LE(2);
    const length = item.readUInt32LE(4);
    if (tag === SEQUENCE_END) break;
    if (tag !== ITEM) throw new Error('the list of fragments is damaged');
    const offset = at + 8;
    if (table === undefined) {
      table = readOffsets(source.read(offset, Math.min(length, 4 * MAX_FRAGMENTS)));
      firstItem = offset + length;
    } else {
      const available = Math.min(length, source.size - offset);
      fragments.push({ itemOffset: at - firstItem, offset, length: available });
      if (fragments.length > MAX_FRAGMENTS) throw new Error('too many fragments');
    }
    at = offset + length;
  }
  const extended = readExtendedOffsets(file);
  return group(file, fragments, extended ?? table ?? [], image)
    .filter((parts) => parts.length > 0)
    .slice(0, image.frames);
}

function readOffsets(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) =>
    bytes.readUInt32LE(index * 4),
  );
}

/** The Extended Offset Table (7FE0,0001): 64-bit offsets. */
function readExtendedOffsets({ data }: DicomFile): number[] | undefined {
  const element = data.elements.x7fe00001;
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
function group(
  file: DicomFile,
  fragments: readonly Fragment[],
  offsets: readonly number[],
  image: ImageAttributes,
): Fragment[][] {
  if (image.frames === 1) return [bounded(fragments)];
  const byOffset = groupByOffsets(fragments, offsets);
  if (byOffset) return byOffset;
  if (fragments.length <= image.frames) return fragments.map((fragment) => [fragment]);
  const frames: Fragment[][] = [];
  for (const fragment of fragments) {
    const last = frames.at(-1);
    if (!last || startsCodestream(file.source.read(fragment.offset, 4))) frames.push([fragment]);
    else last.push(fragment);
  }
  return frames.map(bounded);
}

/** undefined where the table is absent or does not fit the fragments. */
function groupByOffsets(
  fragments: readonly Fragment[],
  offsets: readonly number[],
): Fragment[][] | undefined {
  if (offsets.length < 2) return undefined;
  const starts = new Map(offsets.map((offset, index) => [offset, index]));
  const frames: Fragment[][] = offsets.map(() => []);
  let current: number | undefined;
  for (const fragment of fragments) {
    current = starts.get(fragment.itemOffset) ?? current;
    if (current === undefined) return undefined;
    frames[current]?.push(fragment);
  }
  return frames.map(bounded);
}

function bounded(fragments: readonly Fragment[]): Fragment[] {
  const length = fragments.reduce((sum, fragment) => sum + fragment.length, 0);
  if (length > MAX_FRAME) throw new Error('a frame is too large');
  return [...fragments];
}

/** JPEG and JPEG-LS begin with SOI, JPEG 2000 with SOC or a JP2 signature box. */
function startsCodestream(head: Buffer): boolean {
  if (head.length < 4) return false;
  const marker = head.readUInt16BE(0);
  return marker === 0xffd8 || marker === 0xff4f || head.readUInt32BE(0) === 0x0000_000c;
}
