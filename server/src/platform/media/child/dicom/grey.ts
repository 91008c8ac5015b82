import type { DataSet } from 'dicom-parser';
import { Tag } from '../../../dicom/tags.ts';
import type { ImageAttributes } from './attributes.ts';
import type { Samples } from './codecs/samples.ts';
import { findDataSet } from './frame-attributes.ts';
import { type Mapping, readModalityMapping, readWindowMapping } from './tables.ts';
import { findElement, readInt16, readNumber, readUint16 } from './values.ts';

/** How the words of a grey frame become numbers. */
export interface GreyScale {
  /** Converts a stored word to its value: extends the sign and drops unused bits at either end. */
  readonly toStored: (word: number) => number;
  /** Stored values → what the device measured: a table of the file, or slope and intercept (PS3.3, C.11.1). */
  readonly toMeasured: (stored: number) => number;
  /** Whether `toMeasured` is a table, which slope and intercept cannot express. */
  readonly hasModalityTable: boolean;
  readonly slope: number;
  readonly intercept: number;
  /** Stored values around the picture that are no measurement (PS3.3, C.7.5.1.1.2). */
  readonly isPadding: (stored: number) => boolean;
}

/** The grey scale of a frame (from 0): its own attributes where it has some, else those of the file. */
export function greyScale(
  file: DataSet,
  frame: number,
  image: ImageAttributes,
  { isLowAligned }: Pick<Samples, 'isLowAligned'>,
): GreyScale {
  const ownTransformation = [Tag.modalityLutSequence, Tag.rescaleSlope]
    .map((tag) => findDataSet(file, frame, tag))
    .find((found) => found !== file);
  const modality = ownTransformation ?? file;
  const { stored: bits, isSigned, highBit } = image;
  const shift = isLowAligned ? 0 : Math.max(0, highBit + 1 - bits);
  const mask = 2 ** bits - 1;
  const half = 2 ** (bits - 1);
  const readWord = isSigned ? readInt16 : readUint16;
  const first = readWord(file, Tag.pixelPaddingValue);
  const last = readWord(file, Tag.pixelPaddingRangeLimit) ?? first;
  return {
    toStored: (word) => {
      const value = (word >> shift) & mask;
      return isSigned && value >= half ? value - 2 ** bits : value;
    },
    toMeasured: readModalityMapping(modality, isSigned),
    hasModalityTable: findElement(modality, Tag.modalityLutSequence)?.items?.[0] !== undefined,
    slope: readNumber(modality, Tag.rescaleSlope) || 1,
    intercept: readNumber(modality, Tag.rescaleIntercept) ?? 0,
    isPadding: (stored) =>
      first !== undefined &&
      last !== undefined &&
      stored >= Math.min(first, last) &&
      stored <= Math.max(first, last),
  };
}

/** The words that occur in a frame. */
export function presentWords(words: Uint8Array | Uint16Array): Uint8Array {
  const present = new Uint8Array(words instanceof Uint8Array ? 256 : 65_536);
  for (let index = 0; index < words.length; index += 1) present[words[index] ?? 0] = 1;
  return present;
}

/** The lowest and the highest measured value of some words, padding excluded; undefined where there is none. */
export function measuredRange(
  present: Uint8Array,
  { toStored, toMeasured, isPadding }: GreyScale,
): { readonly min: number; readonly max: number } | undefined {
  let min = Infinity;
  let max = -Infinity;
  for (let word = 0; word < present.length; word += 1) {
    if (!present[word]) continue;
    const stored = toStored(word);
    if (isPadding(stored)) continue;
    const value = toMeasured(stored);
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return min <= max ? { min, max } : undefined;
}

/** A frame, one byte a pixel, 0 is black: by the wanted window, else the file's window or VOI table, else its range. */
export function renderGrey(
  file: DataSet,
  frame: number,
  image: ImageAttributes,
  samples: Samples,
  wanted?: Mapping,
): Uint8Array {
  const { words } = samples;
  const scale = greyScale(file, frame, image, samples);
  const window =
    wanted ?? readWindowMapping(findDataSet(file, frame, Tag.windowCenter), image.isSigned);
  const shown = window ?? readWindowMapping(file, image.isSigned) ?? fullRange(words, scale);
  const isInverse = image.photometric === 'MONOCHROME1';
  return mapWords(words, new Uint8Array(words.length), (word) => {
    const share = Math.min(Math.max(shown(scale.toMeasured(scale.toStored(word))), 0), 1);
    return Math.round((isInverse ? 1 - share : share) * 255);
  });
}

/** No pixel is negative. */
const UNKNOWN = -1;

/**
 * Fills `pixels` with the pixel of each word of a frame. Computes one for each word that occurs: a slice has far fewer
 * than all 65,536, whose computation took longer than the slice.
 */
export function mapWords<Pixels extends Uint8Array | Uint16Array>(
  words: Uint8Array | Uint16Array,
  pixels: Pixels,
  toPixel: (word: number) => number,
): Pixels {
  const table = new Int32Array(words instanceof Uint8Array ? 256 : 65_536).fill(UNKNOWN);
  for (let index = 0; index < pixels.length; index += 1) {
    const word = words[index] ?? 0;
    if (table[word] === UNKNOWN) table[word] = toPixel(word);
    pixels[index] = table[word] ?? 0;
  }
  return pixels;
}

function fullRange(words: Uint8Array | Uint16Array, scale: GreyScale) {
  const range = measuredRange(presentWords(words), scale);
  return (value: number) =>
    range && range.max > range.min ? (value - range.min) / (range.max - range.min) : 0.5;
}
