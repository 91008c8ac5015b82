import { type Compression, findCompression } from '../../../../dicom/transfer-syntaxes.ts';
import type { ImageAttributes } from '../attributes.ts';
import { frameLength } from '../frames.ts';
import type { DicomFile } from '../header.ts';
import { readCodestreamSize } from './codestream-size.ts';
import { decodeJpeg } from './jpeg.ts';
import { readJpegFrame } from './jpeg-segments.ts';
import { decodeRle } from './rle.ts';
import type { Samples, StreamSize } from './samples.ts';
import { decodeWith } from './wasm.ts';

/** Whether this server decodes the transfer syntax of a file. */
export const canDecode = ({ transferSyntax }: DicomFile): boolean =>
  findCompression(transferSyntax) !== undefined;

/** Decodes one frame. Throws where the frame is damaged or contradicts the attributes of its file. */
export async function decodeFrame(
  file: DicomFile,
  image: ImageAttributes,
  frame: Buffer,
): Promise<Samples> {
  const compression = findCompression(file.transferSyntax);
  const check = (size: StreamSize) => assertSize(size, image);
  if (compression && frame.length < minBytes(compression, image))
    throw new Error('the frame has too few bytes');
  switch (compression) {
    case 'none':
      return native(file, image, frame);
    case 'rle':
      return {
        words: decodeRle(frame, image),
        samples: image.samples,
        isRgb: false,
        isLowAligned: false,
      };
    case 'jpeg':
    case 'jpeg-lossless':
      return decodeJpeg(frame, image, check);
    case undefined:
      throw new Error(`transfer syntax ${file.transferSyntax} is not decoded`);
    default: {
      check(compression === 'jpeg-ls' ? readJpegLsSize(frame) : readCodestreamSize(frame));
      const decoded = await decodeWith(compression, frame);
      const { width, height, componentCount } = decoded.frame;
      check({ width, height, samples: componentCount });
      const isPlanar = decoded.interleaveMode === 0 && componentCount === 3;
      return {
        words: isPlanar ? interleave(decoded.samples, image) : decoded.samples,
        samples: componentCount,
        isRgb: compression !== 'jpeg-ls' && image.photometric !== 'YBR_FULL',
        isLowAligned: true,
      };
    }
  }
}

/**
 * The fewest bytes of a frame: a run of RLE is two bytes for 128 samples (PS3.5, G.3.1), a lossless JPEG has a bit for
 * each sample, another one a bit for each block of 64 (ITU-T T.81, F.1.2 and G.1.2). The others have no such bound.
 */
function minBytes(compression: Compression, image: ImageAttributes): number {
  const pixels = image.width * image.height;
  if (compression === 'rle') return (pixels / 64) * image.samples * (image.allocated / 8);
  if (compression === 'jpeg-lossless') return (pixels * image.samples) / 8;
  return compression === 'jpeg' && image.frames === 1 ? pixels / 512 : 0;
}

function readJpegLsSize(frame: Buffer): StreamSize {
  const header = readJpegFrame(frame);
  if (!header) throw new Error('the codestream is damaged');
  return { width: header.width, height: header.height, samples: header.components };
}

/** A codestream may claim any size; only the one that its file announces is decoded. */
function assertSize({ width, height, samples }: StreamSize, image: ImageAttributes): void {
  if (width !== image.width || height !== image.height || samples !== image.samples)
    throw new Error('the codestream contradicts its file');
}

function native(file: DicomFile, image: ImageAttributes, frame: Buffer): Samples {
  if (frame.length < frameLength(image)) throw new Error('the pixels are cut off');
  const common = { samples: image.samples, isRgb: false, isLowAligned: false };
  if (image.allocated === 1) return { ...common, words: unpackBits(frame, image) };
  // A copy begins at a multiple of two, as words must.
  const bytes = Buffer.from(Uint8Array.from(frame).buffer);
  if (image.allocated === 8) return { ...common, words: deinterleave(bytes, image) };
  if (file.isBigEndian) bytes.swap16();
  return { ...common, words: deinterleave(new Uint16Array(bytes.buffer), image) };
}

/** The first pixel is the least significant bit (PS3.5, 8.1.1). */
function unpackBits(frame: Buffer, { width, height }: ImageAttributes): Uint8Array {
  return Uint8Array.from(
    { length: width * height },
    (_, index) => ((frame[index >> 3] ?? 0) >> (index & 7)) & 1,
  );
}

/** Samples pixel by pixel, from planes or from 4:2:2, in which two pixels share their chroma. */
function deinterleave<T extends Uint8Array | Uint16Array>(words: T, image: ImageAttributes): T {
  const { samples, isPlanar, photometric } = image;
  if (samples === 1) return words;
  const pixels = image.width * image.height;
  if (photometric.endsWith('_422')) {
    const output = new (words.constructor as new (length: number) => T)(pixels * 3);
    for (let pair = 0; pair * 2 < pixels; pair += 1)
      for (let half = 0; half < 2; half += 1) {
        const to = (pair * 2 + half) * 3;
        output[to] = words[pair * 4 + half] ?? 0;
        output[to + 1] = words[pair * 4 + 2] ?? 0;
        output[to + 2] = words[pair * 4 + 3] ?? 0;
      }
    return output;
  }
  return isPlanar ? interleave(words, image) : words;
}

/** Pixel by pixel what is stored plane by plane. */
function interleave<T extends Uint8Array | Uint16Array>(words: T, image: ImageAttributes): T {
  const pixels = image.width * image.height;
  const output = new (words.constructor as new (length: number) => T)(pixels * 3);
  for (let index = 0; index < pixels; index += 1)
    for (let sample = 0; sample < 3; sample += 1)
      output[index * 3 + sample] = words[sample * pixels + index] ?? 0;
  return output;
}
