import { findCompression, isLossless } from '../../dicom-syntaxes.ts';
import type { Comparison } from '../../jobs.ts';
import { MAX_DICOM_HEADER, MAX_DICOM_PIXELS } from '../../limits.ts';
import { openInstance } from '../derive/archive.ts';
import type { ImageAttributes } from '../dicom/attributes.ts';
import type { Samples } from '../dicom/codecs/samples.ts';
import type { ElementRange } from '../dicom/element-walker.ts';
import { type DicomFile, readDicomFile } from '../dicom/header.ts';
import { type DicomImage, findImage, readFrame } from '../dicom/render.ts';
import { type ByteSource, type Input, withSource } from '../input.ts';
import { haveSameElements } from './compare-elements.ts';
import { nativePhotometric } from './transcode.ts';

/** Bytes of the delimiter behind the last fragment. */
const DELIMITER = 8;

/**
 * Whether two instances are the same image, encoded in two ways without loss. False, or an error, where that is not certain.
 */
export const compareInstances = (
  { locations: [one, other], otherPath }: Comparison,
  input: Input,
): Promise<boolean> =>
  withSource(input, (source) => {
    const compareWith = (otherSource: ByteSource) =>
      compareFiles(openInstance(source, one), openInstance(otherSource, other));
    return otherPath === undefined
      ? compareWith(source)
      : withSource({ path: otherPath }, compareWith);
  });

async function compareFiles(one: ByteSource, other: ByteSource): Promise<boolean> {
  const files = [readDicomFile(one), readDicomFile(other)] as const;
  const [first, second] = files;
  if (!first || !second || !isComparable(first) || !isComparable(second)) return false;
  const isCompressed = files.some((file) => file && isEncapsulated(file));
  const isIgnored = (tag: number) => isCompressed && ENCODING.has(tag);
  if (!haveSameElements(first.header, second.header, isIgnored)) return false;
  if (!first.pixels || !second.pixels) return !first.pixels && !second.pixels;
  const images = [findImage(first, MAX_DICOM_PIXELS), findImage(second, MAX_DICOM_PIXELS)] as const;
  if (!images[0] || !images[1]) return false;
  return compareImages(images[0], images[1]);
}

/** What programs write anew that compress: the derivation, how pixels are described, and offset tables. */
const ENCODING: ReadonlySet<number> = new Set([
  0x0008_2111, 0x0028_0004, 0x0028_0006, 0x0028_0008, 0x0028_0100, 0x0028_0102, 0x7fe0_0001,
  0x7fe0_0002, 0x7fe0_0003,
]);

const isEncapsulated = ({ transferSyntax }: DicomFile): boolean =>
  findCompression(transferSyntax) !== 'none';

/** Whether all of a file can be compared: its elements are whole, and what it compresses it can decode. */
function isComparable({ transferSyntax, header, source, pixels, isCut }: DicomFile): boolean {
  const isWhole = pixels !== undefined || header.end === source.size;
  return isLossless(transferSyntax) && !isCut && isWhole;
}

async function compareImages(one: DicomImage, other: DicomImage): Promise<boolean> {
  const [first, second] = [readTail(one), readTail(other)];
  if (!first || !second || !haveSameElements(first, second, () => false)) return false;
  if (one.image.frames !== other.image.frames) return false;
  for (let frame = 0; frame < one.image.frames; frame += 1)
    if (!(await haveSamePixels([one, other], frame))) return false;
  return true;
}

/** The elements behind the pixels; undefined where frames are missing, or there is more than the announced ones. */
function readTail({ file, image, frames }: DicomImage): ElementRange | undefined {
  const { source, header, pixels } = file;
  const { count, isIncomplete, parts, end } = frames;
  const last = parts.at(-1)?.at(-1);
  if (!pixels || !last || end === undefined) return undefined;
  const lastEnd = last.offset + last.length + (pixels.length === undefined ? DELIMITER : 0);
  const hasMore = end - lastEnd > last.length % 2;
  const isTooLong = source.size - end > MAX_DICOM_HEADER;
  if (isIncomplete || hasMore || isTooLong || count !== image.frames) return undefined;
  const bytes = source.read(end, source.size - end);
  return { bytes, start: 0, end: bytes.length, encoding: header.encoding };
}

async function haveSamePixels(
  images: readonly [DicomImage, DicomImage],
  frame: number,
): Promise<boolean> {
  const one = { image: images[0].image, samples: await readFrame(images[0], frame) };
  const other = { image: images[1].image, samples: await readFrame(images[1], frame) };
  if (describe(one) !== describe(other)) return false;
  const { words } = one.samples;
  const { words: others } = other.samples;
  if (words.length !== others.length) return false;
  if (layoutOf(one) === layoutOf(other) && toBytes(words).equals(toBytes(others))) return true;
  const [first, second] = [valueReader(one), valueReader(other)];
  for (let index = 0; index < words.length; index += 1) {
    const value = first(words[index] ?? 0);
    if (value === undefined || value !== second(others[index] ?? 0)) return false;
  }
  return true;
}

interface Frame {
  readonly image: ImageAttributes;
  readonly samples: Samples;
}

/** What decoded samples mean; a codec may have converted colours. */
function describe({ image, samples }: Frame): string {
  const { width, height, stored, isSigned } = image;
  const photometric = nativePhotometric(image.photometric, samples);
  return [width, height, samples.samples, photometric, stored, isSigned].join();
}

/** Where the bits of a value are in its word. */
const layoutOf = ({ image, samples }: Frame): string =>
  [image.allocated, samples.words.BYTES_PER_ELEMENT, shiftOf({ image, samples })].join();

const shiftOf = ({ image: { highBit, stored }, samples }: Frame): number =>
  samples.isLowAligned ? 0 : Math.max(0, highBit + 1 - stored);

/** Reads the value in a word; undefined where the unused bits contain anything else than zeros or the sign. */
function valueReader(frame: Frame): (word: number) => number | undefined {
  const { stored, isSigned } = frame.image;
  const shift = shiftOf(frame);
  const mask = 2 ** stored - 1;
  const sign = isSigned ? 2 ** (stored - 1) : 0;
  const words = 2 ** (8 * frame.samples.words.BYTES_PER_ELEMENT) - 1;
  const upper = words & ~(mask << shift) & ~(2 ** shift - 1);
  return (word) => {
    const value = (word >> shift) & mask;
    const rest = word & ~(mask << shift);
    return rest === 0 || ((value & sign) !== 0 && rest === upper) ? value : undefined;
  };
}

const toBytes = ({ buffer, byteOffset, byteLength }: Samples['words']): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
