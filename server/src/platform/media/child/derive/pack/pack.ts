import type { PictureMetadata, SpacingKind } from '@deqiq/contract/shared/imaging/derivatives.ts';
import type { DicomImage } from '../../dicom/render.ts';
import { readFrame } from '../../dicom/render.ts';
import type { EmitPart } from '../emit.ts';
import type { SmallVolume } from '../planes.ts';
import { readUnit } from '../tissues.ts';
import type { Geometry } from '../volume-grid.ts';
import type { PixelFormat } from './htj2k.ts';
import type { Pixels } from './levels.ts';
import {
  choosePixelScale,
  type PixelScale,
  pixelStatistics,
  readWindows,
  toPixels,
} from './pixels.ts';
import { chooseQuantizationStep, FINEST_STEP, MAX_HALF_LEVEL } from './quantization.ts';
import { openLevels, smallVolume } from './volume-levels.ts';

/** A slice that can be opened again. */
export interface PackSlice {
  readonly frame: number;
  open(): DicomImage;
  /** Throws where the bytes of the slice are damaged. */
  verify(): void;
}

export interface PackInput {
  readonly kind: PictureMetadata['kind'];
  /** In order, at least one; all have the same size. */
  readonly slices: readonly PackSlice[];
  /** Indices of further slices that are made from their neighbours, ascending. */
  readonly missing: readonly number[];
  readonly geometry: Geometry | undefined;
  readonly spacing: readonly [number, number] | undefined;
  readonly spacingKind: SpacingKind;
  /** Bytes of the half level of a volume. */
  readonly maxHalfBytes?: number;
}

/** Emits levels and metadata, with one slice in memory. Returns the metadata and a volume's smaller level. */
export async function emitPack(
  input: PackInput,
  emit: EmitPart,
): Promise<{ metadata: PictureMetadata; small: SmallVolume | undefined }> {
  const { kind, slices, missing, geometry } = input;
  const [firstSlice] = slices;
  if (!firstSlice) throw new Error('there is no slice');
  const first = firstSlice.open();
  const { width, height } = first.image;
  const scale = choosePixelScale(first, firstSlice.frame);
  const format: PixelFormat = { width, height, channels: scale.channels, bits: scale.bits };
  const step = kind === 'volume' ? await chooseStep(input, format, scale) : FINEST_STEP;
  const writers = openLevels(input, format, step, emit);
  const small = kind === 'volume' ? smallVolume(format, slices.length + missing.length) : undefined;
  const statistics = pixelStatistics(scale);
  const withGaps = gapFiller(missing);
  for (const slice of slices) {
    const { pixels, isPadding } = await readPixels(slice, scale);
    statistics.add(pixels, isPadding);
    for (const each of withGaps(pixels)) {
      await writers.add(each);
      await small?.add(each);
    }
  }
  const levels = await writers.end();
  await small?.end();
  const metadata = describePack(input, first, scale, { ...statistics.summarize(), levels });
  await emit('meta', Buffer.from(JSON.stringify(metadata)));
  return { metadata, small: geometry && small?.volume(geometry) };
}

async function readPixels(slice: PackSlice, scale: PixelScale) {
  slice.verify();
  const opened = slice.open();
  return toPixels(opened, slice.frame, await readFrame(opened, slice.frame), scale);
}

const chooseStep = (
  { slices, missing, maxHalfBytes = MAX_HALF_LEVEL }: PackInput,
  format: PixelFormat,
  scale: PixelScale,
): Promise<number> =>
  chooseQuantizationStep({
    format,
    readable: slices.length,
    total: slices.length + missing.length,
    maxBytes: maxHalfBytes,
    async read(index) {
      const slice = slices[index];
      if (!slice) throw new Error(`there is no slice ${index}`);
      return (await readPixels(slice, scale)).pixels;
    },
  });

/** Returns each slice behind those that are missing before it: parts of both neighbours by their distance. */
function gapFiller(missing: readonly number[]) {
  let index = 0;
  let before: Pixels | undefined;
  return (pixels: Pixels): Pixels[] => {
    const start = index;
    while (missing.includes(index)) index += 1;
    const count = index - start;
    const filled = Array.from({ length: count }, (_, gap) => {
      const part = (gap + 1) / (count + 1);
      return pixels.map((pixel, at) => {
        const former = before?.[at] ?? pixel;
        return Math.round(former + (pixel - former) * part);
      });
    });
    before = pixels;
    index += 1;
    return [...filled, pixels];
  };
}

function describePack(
  { kind, slices, missing, geometry, spacing, spacingKind }: PackInput,
  { file, image }: DicomImage,
  { channels, bits, slope, intercept }: PixelScale,
  measured: Pick<PictureMetadata, 'range' | 'percentiles' | 'tissues' | 'levels'>,
): PictureMetadata {
  const { width, height } = image;
  const { tissues, ...statistics } = measured;
  const frame = slices[0]?.frame ?? 0;
  const unit = readUnit(file.data, frame, measured.percentiles[0]);
  return {
    version: 1,
    kind,
    width,
    height,
    slices: slices.length + missing.length,
    channels,
    bits,
    slope,
    intercept,
    unit,
    isInverse: image.photometric === 'MONOCHROME1',
    windows: channels === 1 ? readWindows(file.data, frame) : [],
    ...statistics,
    ...(kind === 'volume' && unit === '' && tissues && { tissues }),
    ...(spacing && { spacing: [spacing[0], spacing[1]] }),
    spacingKind,
    ...(geometry && { geometry }),
  };
}
