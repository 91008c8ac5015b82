import type { PictureMetadata, SpacingKind } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { cross, dot } from '../../dicom/frame-attributes.ts';
import type { DicomImage } from '../../dicom/render.ts';
import { readFrame } from '../../dicom/render.ts';
import type { EmitPart } from '../emit.ts';
import type { SmallVolume } from '../planes.ts';
import type { Geometry } from '../series.ts';
import { readUnit } from '../tissues.ts';
import type { PixelFormat } from './htj2k.ts';
import { halve, halveFormat, type LevelWriter, levelWriter, type Pixels } from './levels.ts';
import {
  choosePixelScale,
  type PixelScale,
  pixelStatistics,
  readWindows,
  toPixels,
} from './pixels.ts';
import { chooseQuantizationStep, FINEST_STEP, MAX_HALF_LEVEL } from './quantization.ts';

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

/** Pixels of a level that is kept in memory for the preview of a volume. */
const MAX_SMALL_VOLUME = 24 * 1024 * 1024;

/**
 * Emits the levels and the metadata of a picture, stack or volume. Reads one slice at a time, so that memory does not
 * depend on their number. Returns the metadata, and a volume's smaller level for its preview.
 */
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
  const writers = openLevels(kind, format, step, emit);
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

/** Full resolution alone for a picture: its codestream contains the smaller ones. */
function openLevels(
  kind: PictureMetadata['kind'],
  format: PixelFormat,
  quantizationStep: number,
  emit: EmitPart,
) {
  const depth = kind === 'volume' ? 2 : 1;
  const isImage = kind === 'image';
  const full = levelWriter({
    name: 'l2',
    scale: 1,
    format,
    quantizationStep: 0,
    hasResolutionLengths: isImage,
    emit,
  });
  if (isImage) return { add: full.add, end: async () => [await full.end()] };
  const half = halveFormat(format);
  const quarter = halveFormat(half);
  const level = (name: 'l0' | 'l1', scale: number, size: PixelFormat): LevelWriter =>
    levelWriter({
      name,
      scale,
      format: size,
      quantizationStep,
      hasResolutionLengths: false,
      emit,
    });
  const l1 = level('l1', 2, half);
  const l0 = level('l0', 4, quarter);
  const toQuarter = halve(half, depth, (pixels) => l0.add(pixels));
  const toHalf = halve(format, depth, async (pixels) => {
    await l1.add(pixels);
    await toQuarter.add(pixels);
  });
  return {
    async add(pixels: Pixels): Promise<void> {
      await full.add(pixels);
      await toHalf.add(pixels);
    },
    async end() {
      await toHalf.end();
      await toQuarter.end();
      return [await l0.end(), await l1.end(), await full.end()];
    },
  };
}

/** Collects a volume at the first level that fits into memory. */
function smallVolume(format: PixelFormat, count: number) {
  const slices: Pixels[] = [];
  const keep = (pixels: Pixels) => {
    slices.push(pixels);
    return Promise.resolve();
  };
  const half = halveFormat(format);
  const quarter = halveFormat(half);
  const isHalf = half.width * half.height * Math.ceil(count / 2) <= MAX_SMALL_VOLUME;
  const toQuarter = halve(half, 2, keep);
  const toHalf = halve(format, 2, isHalf ? keep : (pixels) => toQuarter.add(pixels));
  const { width, height } = isHalf ? half : quarter;
  const factor = isHalf ? 2 : 4;
  return {
    add: toHalf.add,
    async end(): Promise<void> {
      await toHalf.end();
      if (!isHalf) await toQuarter.end();
    },
    volume: ({ column, row, normal, spacing }: Geometry): SmallVolume => {
      const [across, down, through] = spacing;
      return {
        width,
        height,
        slices,
        spacing: [
          across * factor,
          down * factor,
          through * factor * Math.abs(dot(cross(column, row), normal)),
        ],
        shift: [(dot(normal, column) * through) / across, (dot(normal, row) * through) / down],
      };
    },
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
