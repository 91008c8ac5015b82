import { Decoder as LosslessDecoder } from '@cornerstonejs/jpeg-lossless-decoder-js';
import sharp from 'sharp';
import { assertFrameLimits } from '../../frame-limits.ts';
import type { ImageAttributes } from '../attributes.ts';
import { decodeJpeg12 } from './jpeg-12-bit/jpeg-12-bit.ts';
import {
  hasAdobeMarker,
  type JpegFrame,
  readJpegFrame,
  readPointTransform,
} from './jpeg-segments.ts';
import type { Samples, StreamSize } from './samples.ts';

const FIRST_LOSSLESS = 0xc3;

const isBaseline = ({ marker, precision }: JpegFrame) =>
  marker !== FIRST_LOSSLESS && precision === 8;

/** Decodes a frame of any JPEG process: lossless, 12 bit, or what libjpeg-turbo decodes. */
export async function decodeJpeg(
  bytes: Buffer,
  image: ImageAttributes,
  check: (size: StreamSize) => void,
): Promise<Samples> {
  const frame = readJpegFrame(bytes);
  if (!frame) throw new Error('a JPEG without a frame');
  // The tiles at the right and lower edge of a large picture are smaller than the others.
  const isTile =
    image.frames > 1 &&
    isBaseline(frame) &&
    frame.width <= image.width &&
    frame.height <= image.height;
  const { width, height } = isTile ? image : frame;
  check({ width, height, samples: frame.components });
  assertFrameLimits(bytes);
  if (frame.marker === FIRST_LOSSLESS) return decodeLossless(bytes, frame);
  if (frame.precision === 12) {
    const { samples } = decodeJpeg12(bytes);
    return { words: samples, samples: 1, isRgb: false, isLowAligned: true };
  }
  return decodeBaseline(bytes, image, frame);
}

function decodeLossless(bytes: Buffer, frame: JpegFrame): Samples {
  const decoder = new LosslessDecoder();
  const decoded = decoder.decode(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength) as
    | Uint8Array
    | Uint16Array;
  const words =
    decoded instanceof Uint8Array || decoded instanceof Uint16Array
      ? decoded
      : new Uint16Array(decoded);
  undoPointTransform(words, frame.precision, readPointTransform(bytes));
  return { words, samples: frame.components, isRgb: false, isLowAligned: true };
}

/** The decoder ignores the point transform (T.81, H.1.2.1): it predicts for full precision and does not shift. */
function undoPointTransform(
  words: Uint8Array | Uint16Array,
  precision: number,
  shift: number,
): void {
  if (shift === 0) return;
  const excess = 2 ** (precision - 1) - 2 ** (precision - shift - 1);
  for (let index = 0; index < words.length; index += 1)
    words[index] = ((words[index] ?? 0) - excess) << shift;
}

/** An APP14 segment that says: the colours are RGB, not YCbCr. */
const RGB_MARKER = Buffer.from('ffee000e41646f626500640000000000', 'hex');

async function decodeBaseline(
  bytes: Buffer,
  image: ImageAttributes,
  frame: JpegFrame,
): Promise<Samples> {
  const isRgb = image.photometric === 'RGB' && image.samples === 3 && !hasAdobeMarker(bytes);
  const marked = isRgb
    ? Buffer.concat([bytes.subarray(0, 2), RGB_MARKER, bytes.subarray(2)])
    : bytes;
  const background = '#000';
  const { data, info } = await sharp(marked, { failOn: 'none', limitInputPixels: false })
    .extend({ right: image.width - frame.width, bottom: image.height - frame.height, background })
    .toColourspace(image.samples === 1 ? 'b-w' : 'srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== image.samples) throw new Error('the JPEG contradicts its file');
  return { words: data, samples: info.channels, isRgb: true, isLowAligned: true };
}
