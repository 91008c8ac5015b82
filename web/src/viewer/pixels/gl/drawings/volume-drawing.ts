import type { PictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import type { VolumeSpace } from '../../../geometry/volume/volume-space.ts';
import type { Slab } from '../../panes.ts';
import type { Samplers } from '../programs.ts';
import { PLANE, type Variant } from '../shaders.ts';
import { type DrawnLevels, levelsFor } from '../subject.ts';
import type { DrawContext, Drawing, PaneOf } from './drawing.ts';
import {
  countLayers,
  planeUniforms,
  slabLayers,
  toneUniforms,
  volumeUniforms,
} from './uniforms.ts';

interface Volume {
  readonly metadata: PictureMetadata;
  readonly space: VolumeSpace;
  readonly drawn: DrawnLevels;
}

/** undefined while nothing of the volume has arrived. `minification`: voxels per pixel of the buffer. */
export function findVolume(
  { subject: { metadata, space, levels } }: DrawContext,
  minification: (space: VolumeSpace) => number,
): Volume | undefined {
  const drawn = space && levelsFor(levels, minification(space));
  return metadata && space && drawn && { metadata, space, drawn };
}

export function drawPlane(pane: PaneOf<'plane'>, context: DrawContext): Drawing | undefined {
  const { rect } = context;
  const { view, slab, rect: paneSize } = pane;
  const volume = findVolume(
    context,
    ({ spacing }) => view.millimetresPerPixel / rect.ratio / Math.min(...spacing),
  );
  if (!volume) return undefined;
  const { metadata, space, drawn } = volume;
  return {
    shader: PLANE,
    variant: slabVariant(pane, volume, context),
    uniforms: {
      ...planeUniforms(space, rect, { view, paneSize }),
      ...volumeUniforms(space, drawn),
      ...toneUniforms(pane, metadata),
      layers: slabLayers(space, slab, drawn.level.scale),
    },
    samplers: createSamplers(drawn, context),
  };
}

export function fillVariant({ level }: DrawnLevels): Variant {
  const hasCoarser = level.ready < level.slices;
  return { hasCoarser, missing: hasCoarser ? level.bricks?.shader : undefined };
}

export function slabVariant(
  { sharpen, slab }: { readonly sharpen: number; readonly slab: Slab },
  { space, drawn }: Volume,
  { isMoving }: DrawContext,
): Variant {
  const hasLayers = countLayers(space, slab, drawn.level.scale) > 1;
  return {
    isSharp: sharpen > 0,
    hasLayers,
    ...fillVariant(drawn),
    isRough: isMoving && hasLayers,
  };
}

export function createSamplers(
  { level, coarser }: DrawnLevels,
  { textures }: DrawContext,
): Samplers {
  const fine = textures.volume(level);
  const bricks = textures.bricks(level);
  return {
    level: fine,
    ...(coarser && { coarser: textures.volume(coarser) }),
    ...(bricks && { bricks }),
  };
}
