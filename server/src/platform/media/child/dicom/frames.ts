import type { ImageAttributes } from './attributes.ts';
import {
  encapsulatedFrames,
  type Located,
  type Parts,
} from './encapsulated/encapsulated-frames.ts';
import { MAX_FRAGMENTS } from './encapsulated/fragments.ts';
import type { DicomFile } from './header.ts';

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
