import type { DataSet } from 'dicom-parser';
import type { ImageAttributes } from './attributes.ts';
import type { Samples } from './codecs/samples.ts';
import { readPalette } from './palette.ts';

/** A colour or palette frame as RGB, three bytes a pixel. */
export function renderColour(data: DataSet, image: ImageAttributes, samples: Samples): Uint8Array {
  if (image.photometric === 'PALETTE COLOR') return renderPalette(data, image, samples);
  const bytes = toBytes(samples.words, image);
  const isYbr = image.photometric.startsWith('YBR') && !samples.isRgb;
  return isYbr ? ybrToRgb(bytes, image.photometric.startsWith('YBR_PARTIAL')) : bytes;
}

function renderPalette(data: DataSet, image: ImageAttributes, { words }: Samples): Uint8Array {
  const { first, red, green, blue } = readPalette(data, image);
  const mask = 2 ** image.stored - 1;
  const last = red.length - 1;
  const output = new Uint8Array(words.length * 3);
  for (let index = 0; index < words.length; index += 1) {
    const entry = Math.min(Math.max(((words[index] ?? 0) & mask) - first, 0), last);
    output[index * 3] = red[entry] ?? 0;
    output[index * 3 + 1] = green[entry] ?? 0;
    output[index * 3 + 2] = blue[entry] ?? 0;
  }
  return output;
}

/** The upper eight bits of each sample. */
function toBytes(words: Uint8Array | Uint16Array, { stored }: ImageAttributes): Uint8Array {
  if (words instanceof Uint8Array) return words;
  const shift = Math.max(0, stored - 8);
  return Uint8Array.from(words, (word) => word >> shift);
}

const clamp = (value: number): number => Math.min(Math.max(Math.round(value), 0), 255);

/** PS3.3, C.7.6.3.1.2; the partial range is that of ITU-R BT.601. */
function ybrToRgb(ybr: Uint8Array, isPartial: boolean): Uint8Array {
  const output = new Uint8Array(ybr.length);
  for (let at = 0; at + 2 < ybr.length; at += 3) {
    const y = isPartial ? ((ybr[at] ?? 0) - 16) * 1.1644 : (ybr[at] ?? 0);
    const scale = isPartial ? 1.1384 : 1;
    const cb = ((ybr[at + 1] ?? 0) - 128) * scale;
    const cr = ((ybr[at + 2] ?? 0) - 128) * scale;
    output[at] = clamp(y + 1.402 * cr);
    output[at + 1] = clamp(y - 0.344136 * cb - 0.714136 * cr);
    output[at + 2] = clamp(y + 1.772 * cb);
  }
  return output;
}
