import type { PictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import type { LevelSampling } from '../geometry/volume/volume-space.ts';
import type { BoundTexture } from './gl/programs.ts';
import { PictureError } from './loading/picture-error.ts';
import type { Pane } from './panes.ts';

export type PixelArray = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer>;

/** The pixels of a picture, stack or volume at one resolution. They are unsigned, as the metadata describes them. */
export interface Level {
  readonly kind: PictureMetadata['kind'];
  /** 1, 2, 4 …: how many full-resolution pixels one pixel covers in each direction. */
  readonly scale: number;
  readonly sampling: LevelSampling;
  readonly width: number;
  readonly height: number;
  readonly slices: number;
  readonly channels: 1 | 3;
  readonly isLossless: boolean;
  /** Slice by slice, row by row; colour is interleaved. Of bricks: as they are stored. */
  readonly values: PixelArray;
  /** Slices, from the first one on, whose pixels are in `values`. Increases while the level loads. */
  readonly ready: number;
  /** Of a level that arrives brick by brick: `ready` is 0 until all are there. */
  readonly bricks?: Bricks;
}

/**
 * The parts of the full level of a volume that panes need. Their code is loaded with them, that of the graphics
 * processor too.
 */
export interface Bricks {
  /** Indices in the order of their arrival. */
  readonly arrived: readonly number[];
  /** Whether everything that the panes show is there. */
  readonly isSettled: boolean;
  /** Whether something that the panes show is on its way; not where it does not fit into memory. */
  readonly isLoading: boolean;
  /** Increases when other bricks are drawn black, although they are not there. */
  readonly blackChanges: number;
  /** The pixel at these coordinates of the level; undefined while its brick is not there. One that is black is loaded now. */
  read(voxel: readonly [number, number, number]): number | undefined;
  /** Columns, rows and layers of the texture. */
  readonly textureSize: readonly [number, number, number];
  /**
   * Loads what these panes show, and what comes next in the direction of a drag. `drawingTime`: milliseconds that the
   * last drawing took.
   */
  request(panes: readonly Pane[], pixelRatio: number, drawingTime: number): void;
  /** Loads nothing more. */
  end(): void;
  /** Uploads the bricks that arrived after the first `uploaded` ones. Returns the table of those that are there. */
  upload(
    gl: WebGL2RenderingContext,
    textures: { readonly volume: BoundTexture; readonly table: BoundTexture | undefined },
    level: Level,
    uploaded: number,
  ): BoundTexture;
  /** Defines MISSING in a shader: whether a brick around a point of the level is not there; and FINEST: its value. */
  readonly shader: string;
}

export type LevelDescription = Omit<Level, 'values' | 'ready'>;

export const isComplete = ({ ready, slices }: Level): boolean => ready === slices;

/** The scale of what is seen: that of the half level while bricks of the full one are on their way. */
export const shownScale = ({ scale, bricks }: Level): number =>
  bricks?.isSettled === false ? scale * 2 : scale;

export const pixelsPerSlice = ({ width, height, channels }: Omit<LevelDescription, 'slices'>) =>
  width * height * channels;

/** Bytes that a level needs in memory, without the copy of the graphics processor. */
export function levelBytes(metadata: PictureMetadata, scale: number): number {
  const level = metadata.levels.find((each) => each.scale === scale);
  const { width, height, slices } = level ?? metadata;
  return width * height * slices * metadata.channels * (metadata.bits > 8 ? 2 : 1);
}

/** A level whose slices arrive in any order. */
export function createLevel(description: LevelDescription, bits: number) {
  const perSlice = pixelsPerSlice(description);
  const { slices } = description;
  const values = allocate(perSlice * slices, bits);
  const isDecoded = new Uint8Array(slices);
  let ready = 0;
  const level: Level = {
    ...description,
    values,
    get ready() {
      return ready;
    },
  };
  return {
    level,
    /** Pixels of slices in order, from the index `first` on. */
    put(first: number, pixels: PixelArray): void {
      values.set(pixels, first * perSlice);
      isDecoded.fill(1, first, first + pixels.length / perSlice);
      while (ready < slices && isDecoded[ready]) ready += 1;
    },
  };
}

/** Decoded bytes as pixels of `count` slices. Throws PictureError where their number differs. */
export function toPixels(
  bytes: ArrayBuffer,
  level: LevelDescription,
  count: number,
  bits: number,
): PixelArray {
  const expected = pixelsPerSlice(level) * count * (bits > 8 ? 2 : 1);
  if (bytes.byteLength !== expected) throw new PictureError('damaged');
  return bits > 8 ? new Uint16Array(bytes) : new Uint8Array(bytes);
}

/** Throws PictureError where there is no memory. */
export function allocate(length: number, bits: number): PixelArray {
  try {
    return bits > 8 ? new Uint16Array(length) : new Uint8Array(length);
  } catch (error) {
    throw new PictureError('memory', error);
  }
}
