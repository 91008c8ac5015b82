import type { DataSet } from 'dicom-parser';
import type { GreyPicture } from '../images.ts';
import type { ByteSource } from '../input.ts';
import { type DicomHeader, readHeader } from './header.ts';
import { modalityOf, windowOf } from './tables.ts';

interface Stored {
  readonly width: number;
  readonly height: number;
  readonly values: Uint8Array | Uint16Array;
  /** The value of a stored word: removes unused bits at both ends and applies the sign. */
  readonly toNumber: (word: number) => number;
  readonly isSigned: boolean;
}

/**
 * The picture of a DICOM file with a single uncompressed grey frame; undefined for every other file. Throws if the
 * file contradicts itself or exceeds a limit.
 */
export function dicomPicture(source: ByteSource, maxPixels: number): GreyPicture | undefined {
  const header = readHeader(source);
  const stored = header && storedPixels(header, source, maxPixels);
  if (!stored) return undefined;
  const { width, height, values } = stored;
  const shown = brightnessTable(header.data, stored);
  const pixels = new Uint8Array(width * height);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = shown[values[at] ?? 0] ?? 0;
  return { width, height, pixels };
}

function isSupported(data: DataSet): boolean {
  const allocated = data.uint16('x00280100');
  return (
    /^MONOCHROME[12]$/.test(data.string('x00280004')?.trim() ?? '') &&
    (data.intString('x00280008') ?? 1) === 1 &&
    data.uint16('x00280002') === 1 &&
    (allocated === 8 || allocated === 16)
  );
}

function storedPixels(
  { data, pixels }: DicomHeader,
  source: ByteSource,
  maxPixels: number,
): Stored | undefined {
  const width = data.uint16('x00280011') ?? 0;
  const height = data.uint16('x00280010') ?? 0;
  const allocated = data.uint16('x00280100') ?? 0;
  if (!isSupported(data) || pixels.length === undefined) return undefined;
  const size = width * height;
  const length = (size * allocated) / 8;
  if (size === 0 || size > maxPixels || pixels.length < length) return undefined;
  if (pixels.offset + pixels.length > source.size) throw new Error('the pixels are cut off');

  const bits = data.uint16('x00280101') ?? allocated;
  const unused = (data.uint16('x00280102') ?? bits - 1) + 1 - bits;
  const isSigned = data.uint16('x00280103') === 1;
  // A copy is aligned to two bytes, as Uint16Array requires.
  const own = Uint8Array.from(source.read(pixels.offset, length));
  return {
    width,
    height,
    isSigned,
    values: allocated === 8 ? own : new Uint16Array(own.buffer),
    toNumber: (word) => {
      const value = (word >> unused) & (2 ** bits - 1);
      return isSigned && value >= 2 ** (bits - 1) ? value - 2 ** bits : value;
    },
  };
}

/** The brightness of every possible stored word. */
function brightnessTable(data: DataSet, stored: Stored): Uint8Array {
  const { isSigned, toNumber } = stored;
  const modality = modalityOf(data, isSigned);
  const measured = (word: number) => modality(toNumber(word));
  const shown = windowOf(data, isSigned) ?? fullRange(data, stored, measured);
  const isInverse = data.string('x00280004')?.trim() === 'MONOCHROME1';
  const words = stored.values instanceof Uint8Array ? 256 : 65_536;
  return Uint8Array.from({ length: words }, (_, word) => {
    const share = Math.min(Math.max(shown(measured(word)), 0), 1);
    return Math.round((isInverse ? 1 - share : share) * 255);
  });
}

/** The range from the darkest to the brightest pixel, without padding (PS3.3, C.7.5.1.1.2). */
function fullRange(data: DataSet, stored: Stored, measured: (word: number) => number) {
  const present = new Uint8Array(65_536);
  for (let at = 0; at < stored.values.length; at += 1) present[stored.values[at] ?? 0] = 1;
  const padding = stored.isSigned ? data.int16('x00280120') : data.uint16('x00280120');
  let min = Infinity;
  let max = -Infinity;
  for (let word = 0; word < present.length; word += 1) {
    if (!present[word] || stored.toNumber(word) === padding) continue;
    min = Math.min(min, measured(word));
    max = Math.max(max, measured(word));
  }
  return (value: number) => (max > min ? (value - min) / (max - min) : 0.5);
}
