import type { Level } from '../level.ts';
import type { BoundTexture } from './programs.ts';
import {
  createBitmap,
  createColumns,
  createFrame,
  createVolume,
  uploadSlices,
} from './texture-upload.ts';

/** Frames of a stack that stay on the graphics processor. */
const MAX_FRAMES = 6;

interface Volume extends BoundTexture {
  /** Slices or bricks. */
  uploaded: number;
  table?: BoundTexture;
  blackChanges?: number | undefined;
}

/** Textures of levels, of bitmaps and of the dental arch. They are uploaded when they are first drawn. */
export function createTextures(gl: WebGL2RenderingContext) {
  const volumes = new Map<Level, Volume>();
  const frames = new Map<Level, Map<number, BoundTexture>>();
  const others = new Map<object, BoundTexture>();
  let arch: Float32Array | undefined;
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);

  function addVolume(level: Level): Volume {
    const volume: Volume = { ...createVolume(gl, level), uploaded: 0 };
    volumes.set(level, volume);
    return volume;
  }

  function discard(source: object): void {
    const own = frames.get(source as Level)?.values() ?? [];
    const volume = volumes.get(source as Level);
    for (const each of [volume, volume?.table, others.get(source), ...own])
      gl.deleteTexture(each?.texture ?? null);
    volumes.delete(source as Level);
    frames.delete(source as Level);
    others.delete(source);
  }

  function findOrCreate<Source extends object>(
    source: Source,
    create: (gl: WebGL2RenderingContext, source: Source) => BoundTexture,
  ): BoundTexture {
    const bound = others.get(source) ?? create(gl, source);
    others.set(source, bound);
    return bound;
  }

  return {
    /** Allocates the texture of a level of a volume; false where the graphics processor has no memory for it. */
    allocate(level: Level): boolean {
      if (volumes.has(level)) return true;
      clearErrors(gl);
      addVolume(level);
      const error = gl.getError();
      if (error === gl.NO_ERROR || gl.isContextLost()) return true;
      discard(level);
      return false;
    },

    /** The texture of a level of a volume, with all slices that are ready. */
    volume(level: Level): BoundTexture {
      const volume = volumes.get(level) ?? addVolume(level);
      const { ready, bricks } = level;
      const { uploaded, table, blackChanges } = volume;
      const count = bricks ? bricks.arrived.length : ready;
      if (count === uploaded && (table || !bricks) && blackChanges === bricks?.blackChanges)
        return volume;
      if (bricks) volume.table = bricks.upload(gl, { volume, table }, level, uploaded);
      else uploadSlices(gl, volume, level, uploaded, ready);
      volume.uploaded = count;
      volume.blackChanges = bricks?.blackChanges;
      return volume;
    },

    /** Which bricks of a level are there; undefined where it has none. Call `volume` before. */
    bricks: (level: Level): BoundTexture | undefined => volumes.get(level)?.table,

    /** The texture of one slice of a picture or stack. */
    frame(level: Level, index: number): BoundTexture {
      const own = frames.get(level) ?? new Map<number, BoundTexture>();
      frames.set(level, own);
      const existing = own.get(index);
      if (existing) return existing;
      const bound = createFrame(gl, level, index);
      own.set(index, bound);
      for (const old of [...own.keys()].slice(0, -MAX_FRAMES)) {
        gl.deleteTexture(own.get(old)?.texture ?? null);
        own.delete(old);
      }
      return bound;
    },

    bitmap: (bitmap: ImageBitmap): BoundTexture => findOrCreate(bitmap, createBitmap),

    /** The dental arch: position and direction of each column, four numbers. */
    columns(surface: Float32Array): BoundTexture {
      // A control point of the arch was moved.
      if (arch && arch !== surface) discard(arch);
      arch = surface;
      return findOrCreate(surface, createColumns);
    },

    /** Frees the memory of what is no longer drawn. */
    discard,

    dispose(): void {
      for (const source of [...volumes.keys(), ...frames.keys(), ...others.keys()]) discard(source);
    },
  };
}

export type Textures = ReturnType<typeof createTextures>;

function clearErrors(gl: WebGL2RenderingContext): void {
  for (let count = 0; count < 8 && gl.getError() !== gl.NO_ERROR; count += 1);
}
