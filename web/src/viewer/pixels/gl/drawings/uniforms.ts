import type { PictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { paneToPicture } from '../../../geometry/picture-view.ts';
import { norm, type Size } from '../../../geometry/vectors.ts';
import { depthDirection, type PlaneView, paneToPatient } from '../../../geometry/volume/planes.ts';
import {
  toLevel,
  toVoxel,
  toVoxelOffset,
  type VolumeSpace,
} from '../../../geometry/volume/volume-space.ts';
import type { Level } from '../../level.ts';
import type { Slab, Window } from '../../panes.ts';
import { affine, type BufferRect } from '../buffer-rect.ts';
import type { Uniforms } from '../programs.ts';
import type { DrawnLevels } from '../subject.ts';

interface Shown {
  readonly window: Window;
  readonly isInverse: boolean;
  readonly sharpen?: number;
}

type Scale = Pick<PictureMetadata, 'slope' | 'intercept' | 'isInverse'>;

/**
 * Factor and summand from the stored pixel to brightness, black is 0 and white 1. The function is LINEAR of PS3.3,
 * C.11.2.1.2, which is defined for whole numbers: windows below 2 are LINEAR_EXACT.
 */
export function findBrightness(
  { centre, width }: Window,
  { slope, intercept }: Pick<Scale, 'slope' | 'intercept'>,
): readonly [number, number] {
  const isExact = width < 2;
  const divisor = isExact ? Math.max(width, 1e-9) : width - 1;
  const middle = isExact ? centre : centre - 0.5;
  return [slope / divisor, (intercept - middle) / divisor + 0.5];
}

/** Factor, summand, inversion, sharpening: stored pixel to brightness. */
export function toneUniforms(shown: Shown, scale: Scale): Uniforms {
  const inverse = shown.isInverse !== scale.isInverse ? 1 : 0;
  return {
    tone: [...findBrightness(shown.window, scale), inverse, (shown.sharpen ?? 0) * SHARPENING],
  };
}

/** Factor of the difference to the neighbours at full sharpening. */
const SHARPENING = 2;

/** Coordinates of a picture in the pixels of a level. */
export function pictureUniforms(
  rect: BufferRect,
  pane: { readonly view: Parameters<typeof paneToPicture>[0]; readonly size: Size },
  picture: Size & { readonly toPixel: (position: number, axis: 0 | 1) => number },
): Uniforms {
  const { toPixel } = picture;
  const grid = affine(rect, (point) => {
    const [x, y] = paneToPicture(pane.view, pane.size, point);
    return [toPixel(x, 0), toPixel(y, 1), 0];
  });
  return {
    ...grid,
    bounds: [
      toPixel(-0.5, 0),
      toPixel(-0.5, 1),
      toPixel(picture.width - 0.5, 0),
      toPixel(picture.height - 0.5, 1),
    ],
    reach: sharpeningReach(norm(grid.across)),
  };
}

/** Pixels of the buffer between neighbours for sharpening: one pixel of the picture, at least one of the buffer. */
export const sharpeningReach = (picturePixelsPerPixel: number): number =>
  Math.max(1, 1 / Math.max(picturePixelsPerPixel, 1e-6));

/** Uniforms of all views of a volume. */
export function volumeUniforms({ size }: VolumeSpace, { level, coarser }: DrawnLevels): Uniforms {
  const map = (each: Level | undefined) =>
    each ? [1 / each.scale, toLevel(0, each.scale, each.sampling)] : [0, 0];
  return {
    size,
    maps: [...map(level), ...map(coarser)],
    ready: level.ready - 1,
  };
}

export function planeUniforms(
  space: VolumeSpace,
  rect: BufferRect,
  { view, paneSize }: { view: PlaneView; paneSize: Size },
): Uniforms {
  const grid = affine(rect, (point) => toVoxel(space, paneToPatient(view, paneSize, point)));
  return {
    ...grid,
    depth: toVoxelOffset(space, depthDirection(view)),
    reach: sharpeningReach(norm(grid.across)),
  };
}

const slabSigns = { mean: 0, maximum: 1, minimum: -1 } as const;

/** Millimetres, samples, mode. The samples are at most as far apart as voxels of a level of this scale. */
export function slabLayers(
  space: VolumeSpace,
  { millimetres, mode }: Slab,
  scale: number,
): readonly number[] {
  return [millimetres, countLayers(space, { millimetres }, scale), slabSigns[mode]];
}

export function countLayers(
  { spacing }: VolumeSpace,
  { millimetres }: Pick<Slab, 'millimetres'>,
  scale: number,
): number {
  const count = Math.ceil(millimetres / (Math.min(...spacing) * scale));
  return Math.min(Math.max(count, 1), MAX_SAMPLES);
}

const MAX_SAMPLES = 256;
