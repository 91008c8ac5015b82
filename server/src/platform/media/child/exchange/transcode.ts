import { encodeHeader, encodeUint16, padValue, UNDEFINED_LENGTH } from '../../../dicom/element.ts';
import { encodeFileMeta } from '../../../dicom/file-meta.ts';
import { Tag } from '../../../dicom/tags.ts';
import {
  EXPLICIT_BIG_ENDIAN,
  EXPLICIT_LITTLE_ENDIAN,
  findCompression,
} from '../../../dicom/transfer-syntaxes.ts';
import type { Transcoding } from '../../jobs.ts';
import { MAX_DICOM_PIXELS, MAX_OUTPUT } from '../../limits.ts';
import { openInstance } from '../derive/archive.ts';
import { encodeHtj2k } from '../derive/htj2k.ts';
import type { Samples } from '../dicom/codecs/samples.ts';
import { describe } from '../dicom/description.ts';
import { type DicomImage, openDicomImage, readFrame } from '../dicom/render.ts';
import { findElement } from '../dicom/values.ts';
import { type Input, withSource } from '../input.ts';
import { LimitExceeded } from '../limit-exceeded.ts';
import { encodeExplicit, type NewElement } from './explicit.ts';

/** Bytes of a file besides its pixels. */
const SLACK = 9 * 1024 * 1024;

/**
 * Frames in explicit VR little-endian or in HTJ2K, without loss; without `frames` the whole instance as one file.
 * Throws where it cannot be done: for files in big-endian, and for pixels that the codec of HTJ2K does not encode.
 */
export const transcode = (
  { location, transferSyntax, frames }: Transcoding,
  input: Input,
): Promise<Buffer[]> =>
  withSource(input, async (source) => {
    const image = openDicomImage(openInstance(source, location), MAX_DICOM_PIXELS);
    if (!image) throw new Error('there is no picture');
    const encode = transferSyntax === EXPLICIT_LITTLE_ENDIAN ? toNative : toHtj2k;
    const numbers = frames ?? Array.from({ length: image.frames.count }, (_, index) => index);
    const encoded: EncodedFrame[] = [];
    let bytes = 0;
    for (const number of numbers) {
      if (number >= image.frames.count) throw new Error('there is no such frame');
      const frame = await encode(image, await readFrame(image, number));
      bytes += frame.bytes.length;
      if (bytes > MAX_OUTPUT - SLACK) throw new LimitExceeded('the frames are too large');
      encoded.push(frame);
    }
    if (frames) return encoded.map((frame) => frame.bytes);
    return [encodeFile(image, encoded, transferSyntax)];
  });

interface EncodedFrame {
  readonly bytes: Buffer;
  /** How the pixels are described now. */
  readonly photometric: string;
  readonly allocated: number;
  readonly highBit: number;
}

/** Uncompressed samples, pixel by pixel. */
async function toNative({ image }: DicomImage, samples: Samples): Promise<EncodedFrame> {
  const { allocated, stored } = image;
  const words =
    allocated === 16 && samples.words instanceof Uint8Array
      ? Uint16Array.from(samples.words)
      : samples.words;
  return {
    bytes: Buffer.from(words.buffer, words.byteOffset, words.byteLength),
    photometric: nativePhotometric(image.photometric, samples),
    // Frames of one bit are unpacked.
    allocated: words instanceof Uint16Array ? 16 : 8,
    highBit: samples.isLowAligned ? stored - 1 : image.highBit,
  };
}

/** The photometric interpretation of decoded samples. */
export function nativePhotometric(photometric: string, { samples, isRgb }: Samples): string {
  if (samples === 1) return photometric;
  if (isRgb) return 'RGB';
  return photometric.startsWith('YBR_FULL') ? 'YBR_FULL' : photometric;
}

async function toHtj2k({ image }: DicomImage, samples: Samples): Promise<EncodedFrame> {
  const { width, height, stored, isSigned, allocated } = image;
  const channels = samples.samples === 3 ? 3 : 1;
  const isRgb = samples.isRgb || image.photometric === 'RGB';
  // The codec reads signed samples of eight bits as unsigned ones.
  const isUnsupported = allocated === 1 || (isSigned && stored <= 8);
  if (isUnsupported || (channels === 3 && (!isRgb || stored !== 8)))
    throw new Error('HTJ2K is not offered for such pixels');
  const shift = samples.isLowAligned ? 0 : Math.max(0, image.highBit + 1 - stored);
  const words = align(samples.words, { shift, stored, isSigned });
  const format = { width, height, channels, bits: stored, isSigned } as const;
  const options = { quantizationStep: 0, hasResolutionLengths: true };
  return {
    bytes: Buffer.from(await encodeHtj2k(words, format, options)),
    photometric: channels === 3 ? 'YBR_RCT' : image.photometric,
    allocated: stored > 8 ? 16 : 8,
    highBit: stored - 1,
  };
}

/** The value in the low bits, with its sign. */
function align(
  words: Uint8Array | Uint16Array,
  { shift, stored, isSigned }: { shift: number; stored: number; isSigned: boolean },
): Uint8Array | Uint16Array {
  const output = new (stored > 8 ? Uint16Array : Uint8Array)(words.length);
  const mask = 2 ** stored - 1;
  const half = isSigned ? 2 ** (stored - 1) : Infinity;
  for (let index = 0; index < words.length; index += 1) {
    const value = ((words[index] ?? 0) >> shift) & mask;
    output[index] = value >= half ? value - 2 ** stored : value;
  }
  return output;
}

function encodeFile(
  { file, image }: DicomImage,
  frames: readonly EncodedFrame[],
  transferSyntax: string,
): Buffer {
  const [first] = frames;
  if (!first) throw new Error('there is no frame');
  if (file.transferSyntax === EXPLICIT_BIG_ENDIAN) throw new Error('big-endian is not rewritten');
  const replaced = new Map<number, NewElement>([
    [Tag.photometricInterpretation, { vr: 'CS', value: encodeCode(first.photometric) }],
    [Tag.numberOfFrames, { vr: 'IS', value: encodeCode(String(frames.length)) }],
    [Tag.bitsAllocated, { vr: 'US', value: encodeUint16(first.allocated) }],
    [Tag.highBit, { vr: 'US', value: encodeUint16(first.highBit) }],
  ]);
  if (image.samples === 3)
    replaced.set(Tag.planarConfiguration, { vr: 'US', value: encodeUint16(0) });
  if (!findElement(file.data, Tag.numberOfFrames)) replaced.delete(Tag.numberOfFrames);
  const { sopClassUid, sopUid } = describe(file.data);
  return Buffer.concat([
    encodeFileMeta({ sopClassUid, sopUid, transferSyntax }),
    encodeExplicit(file.data, replaced),
    ...encodePixels(frames, transferSyntax),
  ]);
}

function encodePixels(frames: readonly EncodedFrame[], transferSyntax: string): Buffer[] {
  const bytes = frames.map((frame) => frame.bytes);
  if (findCompression(transferSyntax) === 'none') {
    const vr = frames[0]?.allocated === 16 ? 'OW' : 'OB';
    const value = padValue(Buffer.concat(bytes), 'OW');
    return [encodeHeader(Tag.pixelData, vr, value.length), value];
  }
  // Encapsulated, each frame one fragment, with an empty offset table (PS3.5, A.4).
  const items = [Buffer.alloc(0), ...bytes].map((item) => padValue(item, 'OB'));
  return [
    encodeHeader(Tag.pixelData, 'OB', UNDEFINED_LENGTH),
    ...items.flatMap((item) => [encodeHeader(Tag.item, '', item.length), item]),
    encodeHeader(Tag.sequenceDelimitationItem, '', 0),
  ];
}

const encodeCode = (text: string) => padValue(Buffer.from(text, 'latin1'), 'CS');
