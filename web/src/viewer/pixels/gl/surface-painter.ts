import type { BufferRect } from './buffer-rect.ts';
import type { DrawContext, Drawing, PaneOf } from './drawings/drawing.ts';
import { drawSurface } from './drawings/surface-drawing.ts';
import { levelsFor, SURFACE_SCALE } from './subject.ts';
import { createSurfaceBuffer } from './surface-buffer.ts';

/** Paints the bone surface by way of its buffer. `paint`: draws into the buffer that is bound. */
export function createSurfacePainter(
  gl: WebGL2RenderingContext,
  paint: (drawing: Drawing | undefined, rect: BufferRect) => void,
) {
  const buffer = createSurfaceBuffer(gl);
  return {
    /** `target`: null is the canvas. */
    paint(pane: PaneOf<'surface'>, context: DrawContext, target: WebGLFramebuffer | null): void {
      const { subject, rect, isMoving } = context;
      const drawn = levelsFor(subject.levels, SURFACE_SCALE);
      const key = JSON.stringify([
        pane,
        drawn?.level.scale,
        drawn?.level.ready,
        drawn?.coarser?.scale,
      ]);
      buffer.draw(key, rect, isMoving ? 'moving' : 'rest', (size) => {
        const ratio = (rect.ratio * size.width) / rect.width;
        const whole = { ...size, x: 0, y: 0, corner: rect.corner, ratio };
        paint(drawSurface(pane, { ...context, rect: whole }), whole);
      });
      buffer.copyTo(target, rect);
    },
    dispose: buffer.dispose,
  };
}
