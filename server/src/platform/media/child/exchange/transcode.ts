import { EXPLICIT_LITTLE_ENDIAN } from '../../../dicom/transfer-syntaxes.ts';
import type { Transcoding } from '../../jobs.ts';
import { MAX_DICOM_PIXELS, MAX_OUTPUT } from '../../limits.ts';
import { openInstance } from '../derive/archive.ts';
import { encodeHtj2k } from '../derive/pack/htj2k.ts';
import type { Samples } from '../dicom/codecs/samples.ts';
import { type DicomImage, openDicomImage, readFrame } from '../dicom/render.ts';
import { type Input, withSource } from '../input.ts';
import { LimitExceeded } from '../limit-exceeded.ts';
import { align, type EncodedFrame, encodeFile, SLACK } from './encoded-file.ts';

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
