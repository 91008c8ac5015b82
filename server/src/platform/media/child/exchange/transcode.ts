import { encodeFileMeta } from '../../dicom-meta.ts';
import {
  EXPLICIT_BIG_ENDIAN,
  EXPLICIT_LITTLE_ENDIAN,
  findCompression,
} from '../../dicom-syntaxes.ts';
import type { Transcoding } from '../../jobs.ts';
import { MAX_DICOM_PIXELS, MAX_OUTPUT } from '../../limits.ts';
import { openInstance } from '../derive/archive.ts';
import { encodeHtj2k } from '../derive/htj2k.ts';
import type { Samples } from '../dicom/codecs/samples.ts';
import { describe } from '../dicom/description.ts';
import { type DicomImage, openDicomImage, readFrame } from '../dicom/render.ts';
import { type Input, withSource } from '../input.ts';
import { LimitExceeded } from '../limit-exceeded.ts';
import { encodeElement, encodeExplicit, type NewElement } from './explicit.ts';

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

/** How decoded samples are described. */
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
  const replaced = new Map<string, NewElement>([
    ['00280004', { vr: 'CS', value: padded(first.photometric) }],
    ['00280008', { vr: 'IS', value: padded(String(frames.length)) }],
    ['00280100', { vr: 'US', value: uint16(first.allocated) }],
    ['00280102', { vr: 'US', value: uint16(first.highBit) }],
  ]);
  if (image.samples === 3) replaced.set('00280006', { vr: 'US', value: uint16(0) });
  if (!file.data.elements.x00280008) replaced.delete('00280008');
  const { sopClassUid, sopUid } = describe(file.data);
  return Buffer.concat([
    encodeFileMeta({ sopClassUid, sopUid, transferSyntax }),
    encodeExplicit(file.data, replaced),
    ...encodePixels(frames, transferSyntax),
  ]);
}

const PIXEL_DATA = '7FE00010';
const [ITEM, SEQUENCE_END] = ['feff00e0', 'feffdde0'].map((hex) => Buffer.from(hex, 'hex')) as [
  Buffer,
  Buffer,
];

function encodePixels(frames: readonly EncodedFrame[], transferSyntax: string): Buffer[] {
  const bytes = frames.map((frame) => frame.bytes);
  if (findCompression(transferSyntax) === 'none') {
    const value = even(Buffer.concat(bytes));
    return encodeElement(PIXEL_DATA, frames[0]?.allocated === 16 ? 'OW' : 'OB', value);
  }
  // Encapsulated, each frame one fragment, with an empty offset table (PS3.5, A.4).
  const [head = Buffer.alloc(0)] = encodeElement(PIXEL_DATA, 'OB', Buffer.alloc(0));
  head.writeUInt32LE(0xffff_ffff, 8);
  const items = [Buffer.alloc(0), ...bytes].map(even);
  return [
    head,
    ...items.flatMap((item) => [ITEM, uint32(item.length), item]),
    ...[SEQUENCE_END, uint32(0)],
  ];
}

const padded = (text: string) => Buffer.from(text.length % 2 === 0 ? text : `${text} `, 'latin1');
const even = (bytes: Buffer) =>
  bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(1)]);

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
