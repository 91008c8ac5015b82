import type { Pane, PaneRect } from '../panes.ts';
import { createBuffer } from './buffer.ts';
import { bufferRect } from './buffer-rect.ts';
import type { DrawContext, Drawing, PaneOf } from './drawings/drawing.ts';
import { drawPicture } from './drawings/picture-drawing.ts';
import { drawPlane } from './drawings/volume-drawing.ts';
import { findLateCode, type LateCode } from './late-code.ts';
import { createPrograms } from './programs.ts';
import { createFragment } from './shaders.ts';
import type { Subject } from './subject.ts';
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
  let surfacePainter: ReturnType<LateCode['createSurfacePainter']> | undefined;
  let projections: ReturnType<LateCode['createProjections']> | undefined;

  function paint(drawing: Drawing | undefined, { x, y, width, height }: PaneRect): void {
    if (!drawing) return;
    const { shader, variant, uniforms, samplers } = drawing;
    gl.viewport(x, y, width, height);
    programs.draw(
      createFragment(shader, variant),
      { ...uniforms, rect: [x, y, width, height] },
      samplers,
    );
  }

  function createDrawing(
    pane: Exclude<Pane, PaneOf<'surface'>>,
    context: DrawContext,
  ): Drawing | undefined {
    if (pane.kind === 'picture') return drawPicture(pane, context);
    if (pane.kind === 'plane') return drawPlane(pane, context);
    const code = findLateCode();
    if (pane.kind === 'panoramic') return code?.drawPanoramic(pane, context);
    projections ??= code?.createProjections(gl, programs);
    return projections?.find(pane, context);
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
        if (pane.kind === 'surface') {
          surfacePainter ??= findLateCode()?.createSurfacePainter(gl, paint);
          surfacePainter?.draw(pane, context, isMoving ? halfBuffer.framebuffer : null);
        } else paint(createDrawing(pane, context), rect);
      }
      if (isMoving) halfBuffer.copyTo(null, { x: 0, y: 0, width, height });
    },

    /** Frees all memory. The context stays: React may mount on the same canvas again. */
    dispose(): void {
      textures.dispose();
      programs.dispose();
      halfBuffer.dispose();
      surfacePainter?.dispose();
      projections?.dispose();
    },
  };
}

export type Painter = ReturnType<typeof createPainter>;
