import type { DataSet } from 'dicom-parser';
import { Tag } from '../../../dicom/tags.ts';
import { findDataSet } from '../dicom/frame-attributes.ts';
import { readNumber, readString } from '../dicom/values.ts';

/** CT Image Storage: Rescale Type is absent where the values are Hounsfield units (PS3.3, C.8.2.1). */
const CT_IMAGE = '1.2.840.10008.5.1.4.1.1.2';

/** Below it, in measured values, is air: an intercept or a percentile of a device that counts from 0 never is. */
const AIR_BELOW = -500;

/**
 * The unit of measured values; '' where it is unknown. US is DICOM's word for unspecified (PS3.3, C.11.1.1.2). A CT
 * image without a type has Hounsfield units, if its values begin where those of air do: many CBCT devices write CT
 * images with a scale of their own.
 */
export function readUnit(file: DataSet, frame: number, lowest: number): string {
  const group = findDataSet(file, frame, Tag.rescaleSlope);
  const type = readString(group, Tag.rescaleType).slice(0, 16);
  if (type !== '' && type !== 'US') return type;
  if (readString(file, Tag.sopClassUid) !== CT_IMAGE) return '';
  const intercept = readNumber(group, Tag.rescaleIntercept) ?? 0;
  return Math.min(intercept, lowest) < AIR_BELOW ? 'HU' : '';
}

const BINS = 256;
/** Where soft tissue lies between air and the densest metal, as parts of that range: bone lies above. */
const SOFT_RANGE = [0.12, 0.6] as const;
/** Air is next to the lowest value that a device stores: a small field without air has no such peak. */
const MAX_AIR = 0.15;
/** Part of all voxels that one bin of a peak has at least. */
const MIN_PEAK = 0.002;

/**
 * The pixels of air and of soft tissue: the lowest peak of a histogram, and the highest one above it. undefined where
 * there are not two of them. `counts`: by pixel, without padding.
 */
export function findTissues(
  counts: Float64Array,
): { readonly air: number; readonly soft: number } | undefined {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const first = findPixel(counts, total * 0.0005);
  const last = findPixel(counts, total * 0.9995);
  const step = (last - first + 1) / BINS;
  const toPixel = (bin: number) => first + (bin + 0.5) * step;
  const bins = new Float64Array(BINS);
  for (const [pixel, count] of counts.entries()) {
    const bin = Math.min(Math.max(Math.floor((pixel - first) / step), 0), BINS - 1);
    bins[bin] = (bins[bin] ?? 0) + count;
  }
  const smoothed = smooth(smooth(bins));
  const peaks = findPeaks(smoothed, total * MIN_PEAK);
  const [air] = peaks;
  if (air === undefined || toPixel(air) > last * MAX_AIR) return undefined;
  const soft = peaks
    .filter((bin) => bin - air > BINS * SOFT_RANGE[0] && bin - air < BINS * SOFT_RANGE[1])
    .toSorted((a, b) => (smoothed[b] ?? 0) - (smoothed[a] ?? 0))[0];
  if (soft === undefined) return undefined;
  return { air: toPixel(air), soft: toPixel(soft) };
}

/** The pixel below which there are `count` voxels. */
function findPixel(counts: Float64Array, count: number): number {
  let sum = 0;
  return counts.findIndex((each) => {
    sum += each;
    return sum > count;
  });
}

/** The mean of five neighbours. */
const smooth = (bins: Float64Array): Float64Array =>
  bins.map((_, bin) => {
    const near = bins.subarray(Math.max(0, bin - 2), bin + 3);
    return near.reduce((sum, count) => sum + count, 0) / near.length;
  });

/** Bins that no neighbour within four exceeds. */
const findPeaks = (bins: Float64Array, min: number): number[] =>
  [...bins.keys()].filter((bin) => {
    const near = bins.subarray(Math.max(0, bin - 4), bin + 5);
    const count = bins[bin] ?? 0;
    return count >= min && near.every((other) => other <= count);
  });
