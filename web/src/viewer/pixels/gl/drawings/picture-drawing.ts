import type { PictureView } from '../../../geometry/picture-view.ts';
import { toLevel } from '../../../geometry/volume/volume-space.ts';
import type { Level } from '../../level.ts';
import { COLOUR, GREY } from '../shaders.ts';
import type { DrawContext, Drawing, PaneOf } from './drawing.ts';
import { pictureUniforms, toneUniforms } from './uniforms.ts';

/** A picture, a frame of a stack, or the bitmap while there is neither. */
export function drawPicture(pane: PaneOf<'picture'>, context: DrawContext): Drawing | undefined {
  const { subject, rect, textures } = context;
  const { metadata, levels } = subject;
  const { view, rect: size, frame = 0 } = pane;
  const level = metadata && levelFor(levels, frame, 1 / (view.scale * rect.ratio));
  if (!metadata || !level) return drawBitmap(pane, context);
  const toPixel = (position: number) => toLevel(position, level.scale, level.sampling);
  const { width, height } = metadata;
  return {
    shader: metadata.channels === 3 ? COLOUR : GREY,
    variant: { isSharp: pane.sharpen > 0, isNearest: level.scale === 1 && isMagnified(view) },
    uniforms: {
      ...pictureUniforms(rect, { view, size }, { width, height, toPixel }),
      ...toneUniforms(pane, metadata),
    },
    samplers: { level: textures.frame(level, metadata.kind === 'stack' ? frame : 0) },
  };
}

function drawBitmap(
  pane: PaneOf<'picture'>,
  { subject: { bitmap: drawn }, rect, textures }: DrawContext,
): Drawing | undefined {
  if (!drawn) return undefined;
  const { bitmap, isPreview, size: full } = drawn;
  // A spread would lose the sizes of an ImageBitmap: they are getters of its prototype.
  const { width, height } = full;
  const factors = [bitmap.width / width, bitmap.height / height] as const;
  const toPixel = (position: number, axis: 0 | 1) => (position + 0.5) * factors[axis] - 0.5;
  const shown = isPreview ? { ...pane, window: WHOLE } : pane;
  return {
    shader: COLOUR,
    variant: { isSharp: pane.sharpen > 0, isNearest: !isPreview && isMagnified(pane.view) },
    uniforms: {
      ...pictureUniforms(rect, { view: pane.view, size: pane.rect }, { width, height, toPixel }),
      ...toneUniforms(shown, BYTES),
    },
    samplers: { level: textures.bitmap(bitmap) },
  };
}

/** CSS pixels per pixel of the picture beyond which pixels are seen: there is nothing between them. */
const MAX_SMOOTH_SCALE = 4;

const isMagnified = ({ scale }: PictureView): boolean => scale > MAX_SMOOTH_SCALE;

const WHOLE = { centre: 127.5, width: 255 };
const BYTES = { slope: 1, intercept: 0, isInverse: false };

/** The level of a picture, or of one frame of a stack, whose pixels are about as large as those of the buffer. */
function levelFor(levels: readonly Level[], frame: number, perPixel: number): Level | undefined {
  const visible = levels.filter(({ kind, ready }) => ready > (kind === 'stack' ? frame : 0));
  return visible.findLast((level, index) => index === 0 || level.scale <= perPixel);
}
