import type { PictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { cross, dot } from '../../dicom/frame-attributes.ts';
import type { EmitPart } from '../emit.ts';
import type { SmallVolume } from '../planes.ts';
import type { Geometry } from '../volume-grid.ts';
import { brickWriter, chooseDepth, fitsBricks } from './bricks.ts';
import type { PixelFormat } from './htj2k.ts';
import { halve, halveFormat, type LevelWriter, levelWriter, type Pixels } from './levels.ts';

/** Pixels of a level that is kept in memory for the preview of a volume. */
const MAX_SMALL_VOLUME = 24 * 1024 * 1024;

/** Full resolution alone for a picture: its codestream contains the smaller ones. A volume has a geometry. */
export function openLevels(
  { kind, geometry }: { kind: PictureMetadata['kind']; geometry: Geometry | undefined },
  format: PixelFormat,
  quantizationStep: number,
  emit: EmitPart,
) {
  const depth = kind === 'volume' ? 2 : 1;
  const isImage = kind === 'image';
  const full =
    geometry && kind === 'volume' && fitsBricks(format)
      ? brickWriter(format, chooseDepth(geometry.spacing), emit)
      : levelWriter({
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
export function smallVolume(format: PixelFormat, count: number) {
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
