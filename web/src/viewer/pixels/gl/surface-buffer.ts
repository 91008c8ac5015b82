import type { Size } from '../../geometry/vectors.ts';
import { createBuffer } from './buffer.ts';

/** Milliseconds that one drawing of the bone surface may take. */
const MAX_TIME = { moving: 40, rest: 250 } as const;

/** Pixels that are drawn however slow they are. */
const MIN_PIXELS = 128 * 128;

type Quality = keyof typeof MAX_TIME;

/**
 * Keeps the last drawing of the bone surface. Rays are slow without a graphics processor: as many pixels are drawn as
 * the time allows, judged by those before, and none where only other panes have changed.
 */
export function createSurfaceBuffer(gl: WebGL2RenderingContext) {
  const buffer = createBuffer(gl);
  const timePerPixel: Partial<Record<Quality, number>> = {};
  let shown: { readonly key: string; readonly quality: Quality } | undefined;

  /** Returns how many pixels were drawn. */
  function draw(full: Size, pixels: number, quality: Quality, paint: Paint): number {
    const factor = Math.min(1, Math.sqrt(pixels / (full.width * full.height)));
    const width = Math.max(1, Math.round(full.width * factor));
    const height = Math.max(1, Math.round(full.height * factor));
    const start = performance.now();
    buffer.bind({ width, height });
    paint({ width, height });
    // Reading a pixel waits for the graphics processor.
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    timePerPixel[quality] = (performance.now() - start) / (width * height);
    return width * height;
  }

  return {
    /** Draws what is described by `key`, unless it is in the buffer as good already. */
    draw(key: string, full: Size, quality: Quality, paint: Paint): void {
      if (shown?.key === key && (shown.quality === 'rest' || shown.quality === quality)) return;
      // The first drawing of each quality compiles the program as well: it says nothing about the next ones.
      if (timePerPixel[quality] === undefined) draw(full, MIN_PIXELS, quality, paint);
      const affordable = () =>
        Math.max(
          MIN_PIXELS,
          MAX_TIME[quality] / (timePerPixel[quality] ?? Number.POSITIVE_INFINITY),
        );
      const drawn = draw(full, affordable(), quality, paint);
      // It was much faster than those before, which were drawn while the processor was busy.
      if (drawn < full.width * full.height && affordable() > drawn * 2)
        draw(full, affordable() - drawn, quality, paint);
      shown = { key, quality };
    },
    copyTo: buffer.copyTo,
    dispose: buffer.dispose,
  };
}

type Paint = (size: Size) => void;
