import type { PictureMetadata, SpacingKind } from '@deqiq/contract/shared/derivatives.ts';
import type { DataSet } from 'dicom-parser';
import type { DicomImage } from '../dicom/render.ts';
import { readFrame } from '../dicom/render.ts';
import type { Emit } from './emit.ts';
import type { PixelFormat } from './htj2k.ts';
import { halfOf, halve, type LevelWriter, levelWriter } from './levels.ts';
import {
  choosePixelScale,
  type PixelScale,
  pixelStatistics,
  readWindows,
  toPixels,
} from './pixels.ts';
import type { SmallVolume } from './planes.ts';
import type { Geometry } from './series.ts';

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
  readonly geometry: Geometry | undefined;
  readonly spacing: readonly [number, number] | undefined;
  readonly spacingKind: SpacingKind;
}

/** Pixels of a level that is kept in memory for the preview of a volume. */
const MAX_SMALL_VOLUME = 24 * 1024 * 1024;

/**
 * Emits the levels and the metadata of a picture, stack or volume. Reads one slice at a time, so that memory does not
 * depend on their number. Returns the metadata, and a volume's smaller level for its preview.
 */
export async function emitPack(
  input: PackInput,
  emit: Emit,
): Promise<{ metadata: PictureMetadata; small: SmallVolume | undefined }> {
  const { kind, slices, geometry } = input;
  const [firstSlice] = slices;
  if (!firstSlice) throw new Error('there is no slice');
  const first = firstSlice.open();
  const { width, height } = first.image;
  const scale = choosePixelScale(first, firstSlice.frame);
  const format: PixelFormat = { width, height, channels: scale.channels, bits: scale.bits };
  const writers = openLevels(kind, format, emit);
  const small = kind === 'volume' ? smallVolume(format, slices.length) : undefined;
  const statistics = pixelStatistics(scale);
  for (const slice of slices) {
    slice.verify();
    const opened = slice.open();
    const samples = await readFrame(opened, slice.frame);
    const { pixels, isPadding } = toPixels(opened, slice.frame, samples, scale);
    statistics.add(pixels, isPadding);
    await writers.add(pixels);
    await small?.add(pixels);
  }
  const levels = await writers.end();
  await small?.end();
  const metadata = describePack(input, first, scale, { ...statistics.summarize(), levels });
  await emit('meta', Buffer.from(JSON.stringify(metadata)));
  return { metadata, small: geometry && small?.volume(geometry.spacing) };
}

/** Full resolution alone for a picture: its codestream contains the smaller ones. */
function openLevels(kind: PictureMetadata['kind'], format: PixelFormat, emit: Emit) {
  const depth = kind === 'volume' ? 2 : 1;
  const isImage = kind === 'image';
  const full = levelWriter({
    ...{ name: 'l2', scale: 1, format, isLossless: true, emit },
    hasResolutionLengths: isImage,
  });
  if (isImage) return { add: full.add, end: async () => [await full.end()] };
  const half = halfOf(format);
  const quarter = halfOf(half);
  const level = (name: 'l0' | 'l1', scale: number, size: PixelFormat): LevelWriter =>
    levelWriter({
      ...{ name, scale, format: size, isLossless: false, emit },
      hasResolutionLengths: false,
    });
  const l1 = level('l1', 2, half);
  const l0 = level('l0', 4, quarter);
  const toQuarter = halve(half, depth, (pixels) => l0.add(pixels));
  const toHalf = halve(format, depth, async (pixels) => {
    await l1.add(pixels);
    await toQuarter.add(pixels);
  });
  return {
    async add(pixels: Uint8Array | Uint16Array): Promise<void> {
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
  const slices: (Uint8Array | Uint16Array)[] = [];
  const keep = (pixels: Uint8Array | Uint16Array) => {
    slices.push(pixels);
    return Promise.resolve();
  };
  const half = halfOf(format);
  const quarter = halfOf(half);
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
    volume: ([across, down, through]: Geometry['spacing']): SmallVolume => ({
      width,
      height,
      slices,
      spacing: [across * factor, down * factor, through * factor],
    }),
  };
}

function describePack(
  { kind, slices, geometry, spacing, spacingKind }: PackInput,
  { file, image }: DicomImage,
  { channels, bits, slope, intercept }: PixelScale,
  measured: Pick<PictureMetadata, 'range' | 'percentiles' | 'levels'>,
): PictureMetadata {
  const { width, height } = image;
  return {
    version: 1,
    ...{ kind, width, height, slices: slices.length, channels, bits, slope, intercept },
    unit: readUnit(file.data),
    isInverse: image.photometric === 'MONOCHROME1',
    windows: channels === 1 ? readWindows(file.data, slices[0]?.frame ?? 0) : [],
    ...measured,
    ...(spacing && { spacing: [spacing[0], spacing[1]] }),
    spacingKind,
    ...(geometry && { geometry }),
  };
}

/** Rescale Type; US is DICOM's word for unspecified (PS3.3, C.11.1.1.2). */
function readUnit(data: DataSet): string {
  const unit = data.string('x00281054')?.trim().slice(0, 16) ?? '';
  return unit === 'US' ? '' : unit;
}
