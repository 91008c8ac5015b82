import type { Size } from '../../geometry/vectors.ts';

/** A buffer of a quarter of the canvas's pixels, for pictures that move. */
export function createHalfBuffer(gl: WebGL2RenderingContext) {
  const framebuffer = gl.createFramebuffer();
  let renderbuffer: WebGLRenderbuffer | undefined;
  let current: Size = { width: 0, height: 0 };

  return {
    /** Draws into the buffer until `stretch`. Returns its size. */
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

    /** Enlarges the buffer to the canvas. */
    stretch({ width, height }: Size): void {
      gl.bindFramebuffer(gl.READ_FRAMEBUFFER, framebuffer);
      gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null);
      gl.blitFramebuffer(
        ...([0, 0, current.width, current.height, 0, 0, width, height] as const),
        ...([gl.COLOR_BUFFER_BIT, gl.LINEAR] as const),
      );
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    },

    dispose(): void {
      gl.deleteFramebuffer(framebuffer);
      gl.deleteRenderbuffer(renderbuffer ?? null);
    },
  };
}
