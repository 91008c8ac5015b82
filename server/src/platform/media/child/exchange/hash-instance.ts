import { createHash, type Hash } from 'node:crypto';
import { implicitLittleEndian, readHeader } from '../../../dicom/element.ts';
import { Tag } from '../../../dicom/tags.ts';
import { findCompression, isLossless } from '../../../dicom/transfer-syntaxes.ts';
import type { InstanceLocation } from '../../dicom-index.ts';
import type { InstanceContent } from '../../jobs.ts';
import { MAX_DICOM_HEADER, MAX_DICOM_PIXELS } from '../../limits.ts';
import { openInstance } from '../derive/archive.ts';
import type { ImageAttributes } from '../dicom/attributes.ts';
import type { Samples } from '../dicom/codecs/samples.ts';
import { type DicomFile, type ElementRange, readDicomFile } from '../dicom/header.ts';
import { type DicomImage, findImage, readFrame } from '../dicom/render.ts';
import { type Input, withSource } from '../input.ts';
import { hashElements } from './hash-elements.ts';
import { nativePhotometric } from './transcode.ts';

/** Elements that programs write anew that compress: the layout of pixels, offset tables, the derivation. */
const DESCRIPTION: ReadonlySet<number> = new Set([
  Tag.derivationDescription,
  Tag.photometricInterpretation,
  Tag.planarConfiguration,
  Tag.numberOfFrames,
  Tag.bitsAllocated,
  Tag.highBit,
  Tag.extendedOffsetTable,
  Tag.extendedOffsetTableLengths,
]);

/**
 * Hashes the elements and the pixels of an instance, so that encodings of one image without loss have one hash. Throws
 * where a part of the file would not count: it is damaged, or this server cannot decode it.
 */
export const hashInstance = (location: InstanceLocation, input: Input): Promise<InstanceContent> =>
  withSource(input, async (source) => {
    const file = readDicomFile(openInstance(source, location));
    if (!file || !isLossless(file.transferSyntax))
      throw new Error('no file that is encoded without loss');
    const hash = createHash('sha256');
    hashElements(hash, file.header, (tag) => !DESCRIPTION.has(tag));
    if (file.pixels) await hashPixels(hash, file);
    else if (file.header.end !== file.source.size) throw new Error('the file is cut off');
    const description = createHash('sha256');
    hashElements(description, file.header, (tag) => DESCRIPTION.has(tag));
    const isCompressed = findCompression(file.transferSyntax) !== 'none';
    return {
      sha256: hash.digest('hex'),
      description: isCompressed ? null : description.digest('hex'),
    };
  });

async function hashPixels(hash: Hash, file: DicomFile): Promise<void> {
  const image = findImage(file, MAX_DICOM_PIXELS);
  if (!image) throw new Error('the pixels cannot be decoded');
  const { count } = image.frames;
  if (image.frames.isIncomplete || count !== image.image.frames)
    throw new Error('frames are missing');
  hashElements(hash, readTail(image));
  hash.update(`${count} frames`);
  for (let frame = 0; frame < count; frame += 1)
    hashFrame(hash, image.image, await readFrame(image, frame));
}

/** The elements behind the pixels. Throws where there are more pixels than those of the frames. */
function readTail({ file, frames: { parts } }: DicomImage): ElementRange {
  const { source, pixels, header } = file;
  const last = parts.at(-1)?.at(-1);
  if (!pixels || !last) throw new Error('there are no pixels');
  const lastEnd = last.offset + last.length;
  let start = pixels.offset + (pixels.length ?? 0);
  if (pixels.length === undefined) {
    const delimiter = readHeader(source.read(lastEnd, 8), 0, implicitLittleEndian);
    if (delimiter?.tag !== Tag.sequenceDelimitationItem)
      throw new Error('there are more fragments');
    start = lastEnd + delimiter.start;
  } else if (![0, last.length % 2].includes(start - lastEnd))
    throw new Error('the pixels do not end with the last frame');
  const end = source.size - start;
  if (end > MAX_DICOM_HEADER) throw new Error('too much behind the pixels');
  return { bytes: source.read(start, end), start: 0, end, encoding: header.encoding };
}

/** Pixel values without their unused bits; where these contain anything else than the sign, the words as they are. */
function hashFrame(hash: Hash, image: ImageAttributes, samples: Samples): void {
  const { allocated, highBit, stored } = image;
  const { words, isLowAligned } = samples;
  const shift = isLowAligned ? 0 : Math.max(0, highBit + 1 - stored);
  const photometric = nativePhotometric(image.photometric, samples);
  const values = readValues(words, image, shift);
  const layout = values ? '' : `in words of ${allocated} bits from bit ${shift}`;
  hash.update(`${photometric}, ${stored} bits ${layout}`);
  const { buffer, byteOffset, byteLength } = values ?? words;
  hash.update(Buffer.from(buffer, byteOffset, byteLength));
}

/** undefined where unused bits contain anything else than zeros or the sign. */
function readValues(
  words: Samples['words'],
  { stored, isSigned }: ImageAttributes,
  shift: number,
): Uint16Array | undefined {
  const mask = 2 ** stored - 1;
  const sign = isSigned ? 2 ** (stored - 1) : 0;
  const unused = (2 ** (8 * words.BYTES_PER_ELEMENT) - 1) & ~(mask << shift);
  const signBits = unused & ~(2 ** shift - 1);
  const values = new Uint16Array(words.length);
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? 0;
    const value = (word >> shift) & mask;
    const rest = word & unused;
    if (rest !== 0 && ((value & sign) === 0 || rest !== signBits)) return undefined;
    values[index] = value;
  }
  return values;
}
