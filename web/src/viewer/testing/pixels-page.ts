/** A page with nothing but the viewer's pixels, for e2e/journeys/viewer/: it draws what a test describes. */
import { pictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { fromVector } from '../geometry/align/rigid.ts';
import { loadLateCode } from '../pixels/gl/late-code.ts';
import { createLevel, type Level, type LevelDescription, toPixels } from '../pixels/level.ts';
import { forgetPreloaded, openPicture, preloadPicture } from '../pixels/loading/open-picture.ts';
import { PictureError } from '../pixels/loading/picture-error.ts';
import { pictureSource } from '../pixels/loading/source.ts';
import type { ScanMesh } from '../pixels/mesh/decode-mesh.ts';
import { createMeshOverlay } from '../pixels/mesh/mesh-overlay.ts';
import type { MeshOverlay, PaneContent, PaneRect } from '../pixels/panes.ts';
import { createRenderer, type Renderer } from '../pixels/renderer.ts';

const events: string[] = [];
/** Bytes and slices of the level that loads. */
const progress = { received: 0, ready: 0 };
const canvas = document.querySelector('canvas') ?? document.createElement('canvas');
let renderer: Renderer | undefined;
/** A lost context has no extensions. */
let loss: WEBGL_lose_context | null = null;

function openRenderer(): Renderer {
  renderer ??= createRenderer(canvas, {
    onLost: () => events.push('lost'),
    onRestored: () => events.push('restored'),
  });
  if (!renderer) throw new Error('there is no WebGL 2');
  return renderer;
}

let overlay: MeshOverlay | undefined;

/** Two triangles that face the negative y axis, in steps of 1 mm. */
function createSheet(size: number): ScanMesh {
  const corners = [0, 1, 2, 3].map((corner) => [(corner & 1) * size, 0, (corner >> 1) * size, 0]);
  return {
    metadata: {
      version: 1,
      kind: 'surface',
      triangles: 2,
      vertices: 4,
      indexBytes: 1,
      vertexBytes: 1,
      origin: [0, 0, 0],
      step: 1,
      size: [size, 0, size],
      view: { right: [1, 0, 0], up: [0, 0, 1], towards: [0, -1, 0] },
    },
    coordinates: Uint16Array.from(corners.flat()),
    normals: Int8Array.from(corners.flatMap(() => [0, -127, 0, 0])),
    indices: Uint32Array.of(0, 1, 2, 1, 3, 2),
  };
}

const context = () => canvas.getContext('webgl2') as WebGL2RenderingContext;

async function fetchBytes(url: string): Promise<ArrayBuffer> {
  return (await fetch(url)).arrayBuffer();
}

/** Red, green and blue of every pixel, from the top left. */
function readCanvas(): number[] {
  const { width, height } = canvas;
  const pixels = new Uint8Array(width * height * 4);
  context().readPixels(
    0,
    0,
    width,
    height,
    WebGL2RenderingContext.RGBA,
    WebGL2RenderingContext.UNSIGNED_BYTE,
    pixels,
  );
  const rows: number[] = [];
  for (let y = height - 1; y >= 0; y -= 1)
    for (let x = 0; x < width; x += 1)
      rows.push(...pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 3));
  return rows;
}

async function digest(values: Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer>): Promise<string> {
  return [...new Uint8Array(await crypto.subtle.digest('SHA-256', values))].join();
}

const metadataByName = new Map<string, ReturnType<typeof pictureMetadata.parse>>();

async function readMetadata(url: string) {
  const metadata =
    metadataByName.get(url) ?? pictureMetadata.parse(await (await fetch(`${url}/meta`)).json());
  metadataByName.set(url, metadata);
  return metadata;
}

/** Values that a test compares; only `failure` where the picture cannot be read. */
interface Loaded {
  failure?: string;
  width?: number;
  height?: number;
  slices?: number;
  ready?: number;
  /** \`scale:ready\` of each level that was reported. */
  seen?: string[];
  digest?: string;
  /** Of small levels. */
  values?: number[];
}

type TestPane = { rect: PaneRect } & PaneContent;

/** Functions for tests, as `window.harness`. */
const harness = {
  events,
  progress,

  /** Adds a level whose raw pixels are at an address; only its first `ready` slices, if set. */
  async addLevel(url: string, description: LevelDescription, name: string, ready?: number) {
    const metadata = await readMetadata(url);
    const bytes = await fetchBytes(`${url}/${name}`);
    const { level, put } = createLevel(description, metadata.bits);
    const count = ready ?? description.slices;
    put(
      0,
      toPixels(
        bytes.slice(0, (bytes.byteLength / description.slices) * count),
        level,
        count,
        metadata.bits,
      ),
    );
    const opened = openRenderer();
    return metadata.kind === 'image'
      ? opened.setPicture(metadata, level)
      : opened.setVolume(metadata, level);
  },

  /** Lays a green sheet, whose first corner is this one, over all surfaces. */
  setSheet(corner: [number, number, number] | undefined, size: number) {
    const rigid = fromVector([0, 0, 0], corner ?? [0, 0, 0]);
    overlay = corner && createMeshOverlay(createSheet(size), rigid, [0, 100, 0]);
  },

  async draw(
    panes: TestPane[],
    size: { width: number; height: number; ratio?: number; quality?: 'moving' | 'rest' },
  ) {
    await loadLateCode();
    const opened = openRenderer();
    opened.resize(size, size.ratio ?? 1);
    // Typed arrays do not survive the way from the test.
    const content = panes.map((pane) => {
      if (pane.kind === 'surface') return { ...pane, overlay };
      return pane.kind === 'panoramic'
        ? { ...pane, surface: Float32Array.from(pane.surface) }
        : pane;
    });
    opened.draw(content, size.quality);
    return readCanvas();
  },

  /** Draws a volume that is stored in bricks when those that the panes show have arrived. */
  async drawBricks(
    url: string,
    panes: TestPane[],
    size: { width: number; height: number },
    isPooled = false,
  ) {
    const loader = openPicture(pictureSource(`${url}/`), { kind: 'volume' });
    try {
      const metadata = await loader.metadata;
      const { promise: settled, resolve } = Promise.withResolvers<Level>();
      const loading = loader.load(1, {
        isPooled,
        onLevel(level) {
          openRenderer().setVolume(metadata, level);
          if (level.bricks?.isSettled) resolve(level);
          else void harness.draw(panes, size);
        },
      });
      const { bricks } = await Promise.race([settled, loading]);
      return { arrived: bricks?.arrived.length, pixels: await harness.draw(panes, size) };
    } catch (error) {
      return { failure: error instanceof PictureError ? error.failure : String(error) };
    } finally {
      loader.dispose();
    }
  },

  async setBitmap(url: string, size: { width: number; height: number }, isPreview: boolean) {
    const bitmap = await createImageBitmap(new Blob([await fetchBytes(url)]));
    openRenderer().setBitmap(bitmap, { size, isPreview });
  },

  valueAt: (point: [number, number] | [number, number, number], frame?: number) =>
    openRenderer().valueAt(point, frame),

  limits: () => openRenderer().limits,

  loseContext() {
    loss = context().getExtension('WEBGL_lose_context');
    loss?.loseContext();
  },
  restoreContext: () => loss?.restoreContext(),

  /** Milliseconds of one drawing, by median; reading a pixel waits for the graphics processor. */
  async measure(
    panes: TestPane[],
    size: { width: number; height: number; quality: 'moving' | 'rest' },
    count = 15,
  ) {
    await loadLateCode();
    const opened = openRenderer();
    opened.resize(size, 1);
    const pixel = new Uint8Array(4);
    const times = Array.from({ length: count }, () => {
      const start = performance.now();
      opened.draw(panes, size.quality);
      context().readPixels(
        0,
        0,
        1,
        1,
        WebGL2RenderingContext.RGBA,
        WebGL2RenderingContext.UNSIGNED_BYTE,
        pixel,
      );
      return performance.now() - start;
    });
    return times.sort((a, b) => a - b)[count >> 1];
  },

  preload: (url: string, kind: 'image' | 'volume') =>
    preloadPicture(pictureSource(`${url}/`), { kind }),

  forgetPreloaded,

  /** Loads a level and returns what a test compares. */
  async load(url: string, kind: 'image' | 'stack' | 'volume', scale: number): Promise<Loaded> {
    const loader = openPicture(pictureSource(`${url}/`), { kind });
    const seen: string[] = [];
    try {
      const level = await loader.load(scale, {
        onProgress: (bytes) => {
          progress.received = bytes;
        },
        onLevel: ({ scale, ready }) => {
          progress.ready = ready;
          seen.push(`${scale}:${ready}`);
        },
      });
      const { values, width, height, slices, ready } = level;
      const own = { width, height, slices, ready, seen, digest: await digest(values) };
      return values.length < 300_000 ? { ...own, values: [...values] } : own;
    } catch (error) {
      return { failure: error instanceof PictureError ? error.failure : String(error) };
    } finally {
      loader.dispose();
    }
  },

  /** Loads and draws a volume as the viewer does: milliseconds until the first drawing and the last one. */
  async show(
    url: string,
    scale: number,
    panes: TestPane[],
    size: { width: number; height: number },
  ) {
    const start = performance.now();
    const loader = openPicture(pictureSource(`${url}/`), { kind: 'volume' });
    const metadata = await loader.metadata;
    const opened = openRenderer();
    opened.resize(size, 1);
    let first: number | undefined;
    await loader.load(scale, {
      onLevel(level) {
        opened.setVolume(metadata, level);
        opened.draw(panes);
        first ??= performance.now() - start;
      },
    });
    const last = performance.now() - start;
    loader.dispose();
    return { first, last };
  },
};

export type Harness = typeof harness;

declare global {
  interface Window {
    harness: Harness;
  }
}
window.harness = harness;
