import { toLevel } from '../../geometry/volume-space.ts';
import type { Level } from '../level.ts';
import type { Pane } from '../panes.ts';
import { createHalfBuffer } from './half-buffer.ts';
import { createPrograms, type Samplers, type Uniform, type Uniforms } from './programs.ts';
import { COLOUR, fragmentOf, GREY, PANORAMIC, PLANE, SURFACE } from './shaders.ts';
import { type DrawnLevels, levelsFor, type Subject, surfaceLevels } from './subject.ts';
import { createTextures } from './textures.ts';
import {
  ALL_READY,
  type BufferRect,
  bufferRect,
  layersOf,
  pictureUniforms,
  planeUniforms,
  surfaceUniforms,
  toneOf,
  volumeUniforms,
  voxelMatrix,
} from './uniforms.ts';

interface DrawOptions {
  /** Buffer pixels per CSS pixel. */
  readonly ratio: number;
  readonly isMoving: boolean;
}

type PaneOf<Kind extends Pane['kind']> = Extract<Pane, { kind: Kind }>;

/** Everything that lives on the graphics processor. A lost context takes it away: make another one. */
export function createPainter(gl: WebGL2RenderingContext) {
  const programs = createPrograms(gl);
  const textures = createTextures(gl);
  const halfBuffer = createHalfBuffer(gl);

  const volumeSamplers = ({ level, coarser }: DrawnLevels): Samplers => ({
    level: textures.volume(level),
    ...(coarser && { coarser: textures.volume(coarser) }),
  });

  function cover(rect: BufferRect, shader: string, uniforms: Uniforms, samplers: Samplers): void {
    const { x, y, width, height } = rect;
    const { tone, layers, ready } = uniforms;
    const variant = {
      isSharp: isArray(tone) && (tone[3] ?? 0) > 0,
      hasLayers: isArray(layers) && (layers[1] ?? 0) > 1,
      hasCoarser: ready !== undefined && ready !== ALL_READY,
    };
    programs.draw(
      fragmentOf(shader, variant),
      { ...uniforms, rect: [x, y, width, height] },
      samplers,
    );
  }

  const painters = {
    picture(pane: PaneOf<'picture'>, rect: BufferRect, subject: Subject): void {
      const { metadata, levels, bitmap } = subject;
      const { view, rect: size, frame = 0 } = pane;
      const perPixel = 1 / (view.scale * rect.ratio);
      const drawn = metadata && levelFor(levels, frame, perPixel);
      if (metadata && drawn) {
        const toPixel = (position: number) => toLevel(position, drawn.scale, drawn.sampling);
        const { width, height } = metadata;
        const index = metadata.kind === 'stack' ? frame : 0;
        const uniforms = {
          ...pictureUniforms(rect, { view, size }, { width, height, toPixel }),
          ...toneOf(pane, metadata),
        };
        const fragment = metadata.channels === 3 ? COLOUR : GREY;
        cover(rect, fragment, uniforms, { level: textures.frame(drawn, index) });
      } else if (bitmap) {
        const { bitmap: image, isPreview, size: full } = bitmap;
        const factors = [image.width / full.width, image.height / full.height] as const;
        const toPixel = (position: number, axis: 0 | 1) => (position + 0.5) * factors[axis] - 0.5;
        const shown = isPreview ? { ...pane, window: WHOLE } : pane;
        const uniforms = {
          ...pictureUniforms(rect, { view, size }, { ...full, toPixel }),
          ...toneOf(shown, BYTES),
        };
        cover(rect, COLOUR, uniforms, { level: textures.bitmap(image) });
      }
    },

    plane(pane: PaneOf<'plane'>, rect: BufferRect, { metadata, space, levels }: Subject): void {
      if (!metadata || !space) return;
      const { view, slab, rect: paneSize } = pane;
      const perPixel = view.millimetresPerPixel / rect.ratio / Math.min(...space.spacing);
      const drawn = levelsFor(levels, perPixel);
      if (!drawn) return;
      const uniforms = {
        ...planeUniforms(space, rect, { view, paneSize, slab }),
        ...volumeUniforms(space, drawn),
        ...toneOf(pane, metadata),
      };
      cover(rect, PLANE, uniforms, volumeSamplers(drawn));
    },

    panoramic(pane: PaneOf<'panoramic'>, rect: BufferRect, subject: Subject): void {
      const { metadata, space, levels } = subject;
      if (!metadata || !space) return;
      const { view, slab, surface, top, millimetresPerPixel, rect: size } = pane;
      const perPixel = millimetresPerPixel / (view.scale * rect.ratio) / Math.min(...space.spacing);
      const drawn = levelsFor(levels, perPixel);
      if (!drawn) return;
      const columns = surface.length / 5;
      const uniforms = {
        ...pictureUniforms(
          rect,
          { view, size },
          { width: columns, height: 1, toPixel: (position) => position },
        ),
        ...volumeUniforms(space, drawn),
        ...toneOf(pane, metadata),
        layers: layersOf(space, slab),
        rows: [top, millimetresPerPixel],
        toVoxel: { matrix: voxelMatrix(space) },
      };
      const curve = textures.columns(surface, packColumns(surface));
      cover(rect, PANORAMIC, uniforms, { ...volumeSamplers(drawn), curve });
    },

    surface(pane: PaneOf<'surface'>, rect: BufferRect, subject: Subject, isMoving: boolean): void {
      const { metadata, space, levels } = subject;
      const drawn = surfaceLevels(levels);
      if (!metadata || !space || !drawn) return;
      const { view, cut, rect: paneSize } = pane;
      const threshold = (pane.threshold - metadata.intercept) / metadata.slope;
      const step = drawn.level.scale * (isMoving ? 1.5 : 0.75);
      const uniforms = {
        ...surfaceUniforms(space, rect, { view, paneSize, threshold, cut, step }),
        ...volumeUniforms(space, drawn),
        ...toneOf(pane, metadata),
      };
      cover(rect, SURFACE, uniforms, volumeSamplers(drawn));
    },
  };

  function paint(pane: Pane, rect: BufferRect, subject: Subject, isMoving: boolean): void {
    gl.viewport(rect.x, rect.y, rect.width, rect.height);
    if (pane.kind === 'picture') painters.picture(pane, rect, subject);
    else if (pane.kind === 'plane') painters.plane(pane, rect, subject);
    else if (pane.kind === 'panoramic') painters.panoramic(pane, rect, subject);
    else painters.surface(pane, rect, subject, isMoving);
  }

  return {
    allocate: textures.allocate,
    discard: textures.discard,

    draw(subject: Subject, panes: readonly Pane[], { ratio, isMoving }: DrawOptions): void {
      const { width, height } = gl.canvas;
      const buffer = isMoving
        ? halfBuffer.bind({ width: Math.ceil(width / 2), height: Math.ceil(height / 2) })
        : { width, height };
      gl.viewport(0, 0, buffer.width, buffer.height);
      gl.clearColor(0, 0, 0, 1);
      gl.clear(gl.COLOR_BUFFER_BIT);
      const scale = (ratio * buffer.height) / height;
      for (const pane of panes) {
        const rect = bufferRect(pane.rect, buffer.height, scale);
        if (rect.width > 0 && rect.height > 0) paint(pane, rect, subject, isMoving);
      }
      if (isMoving) halfBuffer.stretch({ width, height });
    },

    /** Frees all memory. The context stays: React may mount on the same canvas again. */
    dispose(): void {
      textures.dispose();
      programs.dispose();
      halfBuffer.dispose();
    },
  };
}

export type Painter = ReturnType<typeof createPainter>;

const WHOLE = { centre: 127.5, width: 255 };
const BYTES = { slope: 1, intercept: 0, isInverse: false };

const isArray = (value: Uniform | undefined): value is readonly number[] => Array.isArray(value);

/** The level of a picture, or of one frame of a stack. */
function levelFor(levels: readonly Level[], frame: number, perPixel: number): Level | undefined {
  const visible = levels.filter(({ kind, ready }) => ready > (kind === 'stack' ? frame : 0));
  return visible.findLast((level, index) => index === 0 || level.scale <= perPixel);
}

function packColumns(surface: Float32Array): Float32Array {
  const packed = new Float32Array((surface.length / 5) * 4);
  for (let column = 0; column * 5 < surface.length; column += 1) {
    const [x = 0, y = 0, , nx = 0, ny = 0] = surface.subarray(column * 5, column * 5 + 5);
    packed.set([x, y, nx, ny], column * 4);
  }
  return packed;
}
