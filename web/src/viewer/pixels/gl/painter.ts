import type { Pane } from '../panes.ts';
import { createBuffer } from './buffer.ts';
import { bufferRect } from './buffer-rect.ts';
import type { DrawContext, Drawing, PaneOf } from './drawings/drawing.ts';
import { drawPicture } from './drawings/picture-drawing.ts';
import type { Projections } from './drawings/projection-drawing.ts';
import { findRayCode } from './drawings/rays.ts';
import { drawPanoramic, drawPlane } from './drawings/volume-drawing.ts';
import { createPrograms } from './programs.ts';
import { createFragment } from './shaders.ts';
import { levelsFor, SURFACE_SCALE, type Subject } from './subject.ts';
import { createSurfaceBuffer } from './surface-buffer.ts';
import { createTextures } from './textures.ts';

interface DrawOptions {
  /** Buffer pixels per CSS pixel. */
  readonly ratio: number;
  readonly isMoving: boolean;
}

/** Everything that lives on the graphics processor. A lost context takes it away: make another one. */
export function createPainter(gl: WebGL2RenderingContext) {
  const programs = createPrograms(gl);
  const textures = createTextures(gl);
  const halfBuffer = createBuffer(gl);
  const surfaceBuffer = createSurfaceBuffer(gl);
  let projections: Projections | undefined;

  function paint(pane: Pane, context: DrawContext): void {
    const drawing =
      pane.kind === 'projection' ? drawProjection(pane, context) : createDrawing(pane, context);
    if (!drawing) return;
    const { shader, variant, uniforms, samplers } = drawing;
    const { x, y, width, height } = context.rect;
    gl.viewport(x, y, width, height);
    programs.draw(
      createFragment(shader, variant),
      { ...uniforms, rect: [x, y, width, height] },
      samplers,
    );
  }

  function drawProjection(pane: PaneOf<'projection'>, context: DrawContext) {
    projections ??= findRayCode()?.createProjections(gl, programs);
    return projections?.find(pane, context);
  }

  function paintSurface(pane: PaneOf<'surface'>, context: DrawContext): void {
    const { subject, rect, isMoving } = context;
    const drawn = levelsFor(subject.levels, SURFACE_SCALE);
    const key = JSON.stringify([
      pane,
      drawn?.level.scale,
      drawn?.level.ready,
      drawn?.coarser?.scale,
    ]);
    surfaceBuffer.draw(key, rect, isMoving ? 'moving' : 'rest', (size) => {
      const ratio = (rect.ratio * size.width) / rect.width;
      paint(pane, { ...context, rect: { ...size, x: 0, y: 0, corner: rect.corner, ratio } });
    });
    surfaceBuffer.copyTo(isMoving ? halfBuffer.framebuffer : null, rect);
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
        if (rect.width <= 0 || rect.height <= 0) continue;
        const context = { subject, rect, textures, isMoving };
        if (pane.kind === 'surface' && findRayCode()) paintSurface(pane, context);
        else paint(pane, context);
      }
      if (isMoving) halfBuffer.copyTo(null, { x: 0, y: 0, width, height });
    },

    /** Frees all memory. The context stays: React may mount on the same canvas again. */
    dispose(): void {
      textures.dispose();
      programs.dispose();
      halfBuffer.dispose();
      surfaceBuffer.dispose();
      projections?.dispose();
    },
  };
}

export type Painter = ReturnType<typeof createPainter>;

function createDrawing(
  pane: Exclude<Pane, PaneOf<'projection'>>,
  context: DrawContext,
): Drawing | undefined {
  if (pane.kind === 'picture') return drawPicture(pane, context);
  if (pane.kind === 'plane') return drawPlane(pane, context);
  return pane.kind === 'panoramic'
    ? drawPanoramic(pane, context)
    : findRayCode()?.drawSurface(pane, context);
}
