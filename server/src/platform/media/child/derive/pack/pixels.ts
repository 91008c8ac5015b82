import type { PictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import type { DataSet } from 'dicom-parser';
import { Tag } from '../../../../dicom/tags.ts';
import { MAX_WINDOWS } from '../../../limits.ts';
import { type ImageAttributes, isGrey } from '../../dicom/attributes.ts';
import type { Samples } from '../../dicom/codecs/samples.ts';
import { renderColour } from '../../dicom/colour.ts';
import { findDataSet } from '../../dicom/frame-attributes.ts';
import { type GreyScale, greyScale, mapWords } from '../../dicom/grey.ts';
import type { DicomImage } from '../../dicom/render.ts';
import { readNumber, readString } from '../../dicom/values.ts';
import { findTissues } from '../tissues.ts';

/** How pixels of derivatives relate to measured values: measured = pixel × slope + intercept. */
export interface PixelScale {
  readonly channels: 1 | 3;
  readonly bits: number;
  readonly slope: number;
  readonly intercept: number;
}

/** The scale of a picture's first frame, which all of its frames use. */
export function choosePixelScale({ file, image }: DicomImage, frame: number): PixelScale {
  if (!isGrey(image)) return { channels: 3, bits: 8, slope: 1, intercept: 0 };
  const scale = greyScale(file.data, frame, image, { isLowAligned: true });
  if (scale.hasModalityTable)
    return { channels: 1, bits: countBits(image, scale), slope: 1, intercept: 0 };
  const offset = image.isSigned ? -(2 ** (image.stored - 1)) : 0;
  return {
    channels: 1,
    bits: image.stored,
    slope: scale.slope,
    intercept: scale.intercept + offset * scale.slope,
  };
}

/** Bits of the largest value of a modality table. */
function countBits({ allocated }: ImageAttributes, { toStored, toMeasured }: GreyScale): number {
  let max = 1;
  for (let word = 0; word < 2 ** allocated; word += 1)
    max = Math.max(max, toMeasured(toStored(word)));
  return Math.ceil(Math.log2(max + 1));
}

/** Unsigned pixels of a frame in a scale; colour is interleaved RGB. */
export function toPixels(
  { file, image }: DicomImage,
  frame: number,
  samples: Samples,
  scale: PixelScale,
): { pixels: Uint8Array | Uint16Array; isPadding: (pixel: number) => boolean } {
  if (scale.channels === 3)
    return { pixels: renderColour(file.data, image, samples), isPadding: () => false };
  const grey = greyScale(file.data, frame, image, samples);
  const max = 2 ** scale.bits - 1;
  const padding = new Set<number>();
  const { words } = samples;
  const pixels = new (scale.bits > 8 ? Uint16Array : Uint8Array)(words.length);
  mapWords(words, pixels, (word) => {
    const stored = grey.toStored(word);
    const pixel = Math.round((grey.toMeasured(stored) - scale.intercept) / scale.slope);
    const limited = Math.min(Math.max(pixel, 0), max);
    if (grey.isPadding(stored)) padding.add(limited);
    return limited;
  });
  return { pixels, isPadding: (pixel) => padding.has(pixel) };
}

/** Counts pixels for range and percentiles. */
export function pixelStatistics({ slope, intercept, channels }: PixelScale) {
  const histogram = new Float64Array(65_536);
  return {
    add(pixels: Uint8Array | Uint16Array, isPadding: (pixel: number) => boolean): void {
      if (channels === 3) return;
      const counts = new Uint32Array(65_536);
      for (let index = 0; index < pixels.length; index += 1) {
        const pixel = pixels[index] ?? 0;
        counts[pixel] = (counts[pixel] ?? 0) + 1;
      }
      for (let pixel = 0; pixel < counts.length; pixel += 1)
        if (counts[pixel] && !isPadding(pixel))
          histogram[pixel] = (histogram[pixel] ?? 0) + (counts[pixel] ?? 0);
    },
    /** Range, percentiles and tissues, in measured values. */
    summarize(): Pick<PictureMetadata, 'range' | 'percentiles' | 'tissues'> {
      const total = histogram.reduce((sum, count) => sum + count, 0);
      const at = (share: number): number => {
        let seen = 0;
        for (let pixel = 0; pixel < histogram.length; pixel += 1) {
          seen += histogram[pixel] ?? 0;
          if (seen > share * total || (seen === total && share === 1)) return pixel;
        }
        return 0;
      };
      const toRange = (low: number, high: number): [number, number] => {
        const a = at(low) * slope + intercept;
        const b = at(high) * slope + intercept;
        return a <= b ? [a, b] : [b, a];
      };
      if (total === 0) return { range: [0, 255], percentiles: [0, 255] };
      const found = slope > 0 ? findTissues(histogram) : undefined;
      return {
        range: toRange(0, 1),
        percentiles: toRange(0.005, 0.995),
        ...(found && {
          tissues: { air: found.air * slope + intercept, soft: found.soft * slope + intercept },
        }),
      };
    },
  };
}

/** The windows that a file proposes for a frame (PS3.3, C.11.2.1.2). */
export function readWindows(file: DataSet, frame: number): PictureMetadata['windows'] {
  const data = findDataSet(file, frame, Tag.windowCenter);
  const names = readString(data, Tag.windowCenterWidthExplanation).split('\\');
  const windows = Array.from({ length: MAX_WINDOWS }, (_, index) => ({
    centre: readNumber(data, Tag.windowCenter, index),
    width: readNumber(data, Tag.windowWidth, index),
    name: names[index]?.trim().slice(0, 40) ?? '',
  })).flatMap(({ centre, width, name }) =>
    centre === undefined || width === undefined || width <= 0 ? [] : [{ centre, width, name }],
  );
  return windows.filter(
    ({ centre, width }, index) =>
      windows.findIndex((other) => other.centre === centre && other.width === width) === index,
  );
}
