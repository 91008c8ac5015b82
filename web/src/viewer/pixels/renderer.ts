import type { PictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import type { Point2, Point3, Size } from '../geometry/vectors.ts';
import { createPainter, type Painter } from './gl/painter.ts';
import { EMPTY, pixelAt, type Subject, withLevel, withoutFull } from './gl/subject.ts';
import type { Level } from './level.ts';
import type { Pane } from './panes.ts';

interface RendererOptions {
  /** The graphics processor has lost everything; nothing is drawn until `onRestored`. */
  readonly onLost: () => void;
  /** Everything can be drawn again: call `draw`. */
  readonly onRestored: () => void;
}

export interface Renderer {
  /** Pixels of the largest side of a texture. */
  readonly limits: { readonly maxTexture3d: number; readonly maxTexture: number };
  /** Sets the size in CSS pixels, and the pixels of the screen per CSS pixel (at most 2 are drawn). Call `draw` next. */
  resize(size: Size, devicePixelRatio: number): void;
  /**
   * Adds a level of a volume or stack. Slices that arrive later appear in the next `draw`. Another metadata object
   * replaces all levels. Returns false where the graphics processor cannot hold it: the coarser level remains.
   */
  setVolume(metadata: PictureMetadata, level: Level): boolean;
  /** Adds a level of a single picture. */
  setPicture(metadata: PictureMetadata, level: Level): boolean;
  /** Frees the full level of a volume. Returns the one that is drawn now; undefined where nothing was freed. */
  dropFull(): Level | undefined;
  /** A photograph or preview, drawn until the first level; false where there is one. `size`: full-resolution pixels. */
  setBitmap(
    bitmap: ImageBitmap,
    options: { readonly size: Size; readonly isPreview: boolean },
  ): boolean;
  /**
   * Draws all panes; what is outside of them is black. `moving` draws at half the size. The canvas can be copied until
   * the end of the current task.
   */
  draw(panes: readonly Pane[], quality?: 'moving' | 'rest'): void;
  /** The measured value of the pixel or voxel at a point; undefined outside, in colour, and while it loads. */
  valueAt(point: Point2 | Point3, frame?: number): number | undefined;
  /** The levels in memory, the finest first. */
  levels(): readonly Level[];
  dispose(): void;
}

const MAX_PIXEL_RATIO = 2;

/** Draws on a canvas with WebGL 2; undefined where the browser has none. */
export function createRenderer(
  canvas: HTMLCanvasElement,
  { onLost, onRestored }: RendererOptions,
): Renderer | undefined {
  const opened = openContext(canvas);
  if (!opened) return undefined;
  const { gl, limits } = opened;
  let subject: Subject = EMPTY;
  let painter: Painter | undefined = createPainter(gl);
  let ratio = 1;
  /** Those of the last drawing, and the milliseconds that it took. */
  let panes: readonly Pane[] = [];
  let drawingTime = 0;

  const lose = (event: Event) => {
    // Otherwise the browser never restores it.
    event.preventDefault();
    painter = undefined;
    onLost();
  };
  const restore = () => {
    painter = createPainter(gl);
    onRestored();
  };
  canvas.addEventListener('webglcontextlost', lose);
  canvas.addEventListener('webglcontextrestored', restore);

  function replace(next: Subject): void {
    for (const old of findUnused(subject, next)) painter?.discard(old);
    subject = next;
  }

  const requestBricks = () => subject.levels[0]?.bricks?.request(panes, ratio, drawingTime);

  /** The frame after the next one waits for the graphics processor. */
  async function measureDrawing(): Promise<void> {
    const began = performance.now();
    await nextFrame();
    await nextFrame();
    drawingTime = performance.now() - began;
  }

  return {
    limits,

    resize(size, devicePixelRatio) {
      ratio = Math.min(devicePixelRatio, MAX_PIXEL_RATIO);
      resizeCanvas(canvas, size, ratio);
    },

    setVolume(metadata, level) {
      if (!fitsTexture(level, limits)) return false;
      if (level.kind === 'volume' && painter && !painter.allocate(level)) return false;
      replace(withLevel(subject, metadata, level));
      requestBricks();
      return true;
    },

    setPicture(metadata, level) {
      if (Math.max(level.width, level.height) > limits.maxTexture) return false;
      replace(withLevel(subject, metadata, level));
      return true;
    },

    dropFull() {
      const rest = withoutFull(subject);
      if (!rest) return undefined;
      subject.levels[0]?.bricks?.end();
      replace(rest);
      return rest.levels[0];
    },

    setBitmap(bitmap, options) {
      if (subject.levels.length > 0) return false;
      replace({ ...subject, bitmap: { bitmap, ...options } });
      return true;
    },

    draw(shown, quality = 'rest') {
      panes = shown;
      // Drawing may take long; what it lacks is on its way meanwhile.
      requestBricks();
      painter?.draw(subject, panes, { ratio, isMoving: quality === 'moving' });
      if (quality === 'rest') void measureDrawing();
    },

    valueAt: (point, frame = 0) => readValue(subject, point, frame),

    levels: () => subject.levels,

    dispose() {
      canvas.removeEventListener('webglcontextlost', lose);
      canvas.removeEventListener('webglcontextrestored', restore);
      replace(EMPTY);
      painter?.dispose();
      painter = undefined;
    },
  };
}

/** undefined where the browser has no WebGL 2. */
function openContext(canvas: HTMLCanvasElement) {
  const gl = canvas.getContext('webgl2', {
    alpha: false,
    antialias: false,
    depth: false,
    stencil: false,
    powerPreference: 'high-performance',
  });
  if (!gl) return undefined;
  const maxTexture3d = gl.getParameter(gl.MAX_3D_TEXTURE_SIZE) as number;
  const maxTexture = gl.getParameter(gl.MAX_TEXTURE_SIZE) as number;
  return { gl, limits: { maxTexture3d, maxTexture } };
}

/** Levels and bitmap of a subject that the next one lacks. */
function findUnused(subject: Subject, next: Subject): object[] {
  const used = new Set<object | undefined>([...next.levels, next.bitmap?.bitmap]);
  const own = [...subject.levels, subject.bitmap?.bitmap];
  return own.flatMap((each) => (each && !used.has(each) ? [each] : []));
}

const nextFrame = () => new Promise(requestAnimationFrame);

function resizeCanvas(canvas: HTMLCanvasElement, { width, height }: Size, ratio: number): void {
  const buffer = [width, height].map((side) => Math.max(1, Math.round(side * ratio)));
  const [columns = 1, rows = 1] = buffer;
  // The stage calls this before each drawing, and setting a size allocates the buffer again.
  if (canvas.width !== columns) canvas.width = columns;
  if (canvas.height !== rows) canvas.height = rows;
}

function fitsTexture(
  { kind, width, height, slices }: Level,
  { maxTexture, maxTexture3d }: Renderer['limits'],
): boolean {
  return kind === 'volume'
    ? Math.max(width, height, slices) <= maxTexture3d
    : Math.max(width, height) <= maxTexture;
}

function readValue(
  { metadata, levels }: Subject,
  [x, y, z]: Point2 | Point3,
  frame: number,
): number | undefined {
  const pixel = pixelAt(levels, [x, y, z ?? frame]);
  return metadata && pixel !== undefined ? pixel * metadata.slope + metadata.intercept : undefined;
}
