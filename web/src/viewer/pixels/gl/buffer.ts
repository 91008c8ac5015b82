import type { Size } from '../../geometry/vectors.ts';
import type { PaneRect } from '../panes.ts';

/** A drawing buffer that is not on the screen: smaller than what it is copied to. */
export function createBuffer(gl: WebGL2RenderingContext) {
  const framebuffer = gl.createFramebuffer();
  let renderbuffer: WebGLRenderbuffer | undefined;
  let current: Size = { width: 0, height: 0 };

  return {
    framebuffer,

    /** Everything is drawn into the buffer now. Returns its size. */
    bind(size: Size): Size {
      gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
      if (size.width !== current.width || size.height !== current.height) {
        renderbuffer ??= gl.createRenderbuffer();
        gl.bindRenderbuffer(gl.RENDERBUFFER, renderbuffer);
        gl.renderbufferStorage(gl.RENDERBUFFER, gl.RGBA8, size.width, size.height);
        gl.framebufferRenderbuffer(
          ...([gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, renderbuffer] as const),
        );
        current = size;
      }
      return size;
    },

    /** Enlarges it to a part of another buffer, which is drawn into from now on; null is the canvas. */
    copyTo(target: WebGLFramebuffer | null, { x, y, width, height }: PaneRect): void {
      gl.bindFramebuffer(gl.READ_FRAMEBUFFER, framebuffer);
      gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, target);
      gl.blitFramebuffer(
        ...([0, 0, current.width, current.height, x, y, x + width, y + height] as const),
        ...([gl.COLOR_BUFFER_BIT, gl.LINEAR] as const),
      );
      gl.bindFramebuffer(gl.FRAMEBUFFER, target);
    },

    dispose(): void {
      gl.deleteFramebuffer(framebuffer);
      gl.deleteRenderbuffer(renderbuffer ?? null);
    },
  };
}
