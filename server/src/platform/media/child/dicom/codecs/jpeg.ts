import { Decoder as LosslessDecoder } from '@cornerstonejs/jpeg-lossless-decoder-js';
import sharp from 'sharp';
import { assertFrameLimits } from '../../frame-limits.ts';
import type { ImageAttributes } from '../attributes.ts';
import { decodeJpeg12 } from './jpeg-12-bit.ts';
import { hasAdobeMarker, readJpegFrame } from './jpeg-segments.ts';
import type { Samples, StreamSize } from './samples.ts';

const FIRST_LOSSLESS = 0xc3;

/** Decodes a frame of any JPEG process: lossless, 12 bit, or what libjpeg-turbo decodes. */
export async function decodeJpeg(
  bytes: Buffer,
  image: ImageAttributes,
  check: (size: StreamSize) => void,
): Promise<Samples> {
  const frame = readJpegFrame(bytes);
  if (!frame) throw new Error('a JPEG without a frame');
  check({ width: frame.width, height: frame.height, samples: frame.components });
  assertFrameLimits(bytes);
  if (frame.marker === FIRST_LOSSLESS) return decodeLossless(bytes, frame.components);
  if (frame.precision === 12) {
    const { samples } = decodeJpeg12(bytes);
    return { words: samples, samples: 1, isRgb: false, isLowAligned: true };
  }
  return decodeBaseline(bytes, image);
}

function decodeLossless(bytes: Buffer, samples: number): Samples {
  const decoder = new LosslessDecoder();
  const decoded = decoder.decode(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength) as
    | Uint8Array
    | Uint16Array;
  const words =
    decoded instanceof Uint8Array || decoded instanceof Uint16Array
      ? decoded
      : new Uint16Array(decoded);
  return { words, samples, isRgb: false, isLowAligned: true };
}

/** An APP14 segment that says: the colours are RGB, not YCbCr. */
const RGB_MARKER = Buffer.from('ffee000e41646f626500640000000000', 'hex');

async function decodeBaseline(bytes: Buffer, image: ImageAttributes): Promise<Samples> {
  const isRgb = image.photometric === 'RGB' && image.samples === 3 && !hasAdobeMarker(bytes);
  const marked = isRgb
    ? Buffer.concat([bytes.subarray(0, 2), RGB_MARKER, bytes.subarray(2)])
    : bytes;
  const { data, info } = await sharp(marked, { failOn: 'none', limitInputPixels: false })
    .toColourspace(image.samples === 1 ? 'b-w' : 'srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== image.samples) throw new Error('the JPEG contradicts its file');
  return { words: data, samples: info.channels, isRgb: true, isLowAligned: true };
}
