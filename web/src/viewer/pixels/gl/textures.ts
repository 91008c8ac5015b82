import { type Level, pixelsPerSlice } from '../level.ts';
import type { BoundTexture } from './programs.ts';

/** Frames of a stack that stay on the graphics processor. */
const MAX_FRAMES = 6;

interface Uploaded extends BoundTexture {
  /** Slices of a volume that have been uploaded. */
  slices: number;
}

/** Textures of levels, of bitmaps and of the dental arch. They are uploaded when they are first drawn. */
export function createTextures(gl: WebGL2RenderingContext) {
  const volumes = new Map<Level, Uploaded>();
  const frames = new Map<Level, Map<number, BoundTexture>>();
  const others = new Map<object, BoundTexture>();
  let arch: Float32Array | undefined;
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);

  function create(target: GLenum, filter: GLenum): BoundTexture {
    const texture = gl.createTexture();
    gl.bindTexture(target, texture);
    for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
      gl.texParameteri(target, name, filter);
    for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T, gl.TEXTURE_WRAP_R])
      gl.texParameteri(target, name, gl.CLAMP_TO_EDGE);
    return { target, texture };
  }

  const textureFormat = ({ channels, values }: Level) => {
    if (channels === 3) return [gl.RGB8, gl.RGB, gl.UNSIGNED_BYTE] as const;
    return values instanceof Uint8Array
      ? ([gl.R8UI, gl.RED_INTEGER, gl.UNSIGNED_BYTE] as const)
      : ([gl.R16UI, gl.RED_INTEGER, gl.UNSIGNED_SHORT] as const);
  };

  function createVolume(level: Level): Uploaded {
    const { width, height, slices } = level;
    const bound = create(gl.TEXTURE_3D, gl.NEAREST);
    gl.texStorage3D(gl.TEXTURE_3D, 1, textureFormat(level)[0], width, height, slices);
    const uploaded = { ...bound, slices: 0 };
    volumes.set(level, uploaded);
    return uploaded;
  }

  function discard(source: object): void {
    const own = frames.get(source as Level)?.values() ?? [];
    for (const each of [volumes.get(source as Level), others.get(source), ...own])
      gl.deleteTexture(each?.texture ?? null);
    volumes.delete(source as Level);
    frames.delete(source as Level);
    others.delete(source);
  }

  return {
    /** Allocates the texture of a level of a volume; false where the graphics processor has no memory for it. */
    allocate(level: Level): boolean {
      if (volumes.has(level)) return true;
      clearErrors(gl);
      createVolume(level);
      const error = gl.getError();
      if (error === gl.NO_ERROR || gl.isContextLost()) return true;
      discard(level);
      return false;
    },

    /** The texture of a level of a volume, with all slices that are ready. */
    volume(level: Level): BoundTexture {
      const uploaded = volumes.get(level) ?? createVolume(level);
      const { width, height, values, ready } = level;
      const count = ready - uploaded.slices;
      if (count > 0) {
        const perSlice = pixelsPerSlice(level);
        const [, format, type] = textureFormat(level);
        const added = values.subarray(uploaded.slices * perSlice, ready * perSlice);
        gl.bindTexture(gl.TEXTURE_3D, uploaded.texture);
        gl.texSubImage3D(
          ...([gl.TEXTURE_3D, 0, 0, 0, uploaded.slices] as const),
          ...([width, height, count, format, type, added] as const),
        );
        uploaded.slices = ready;
      }
      return uploaded;
    },

    /** The texture of one slice of a picture or stack. */
    frame(level: Level, index: number): BoundTexture {
      const own = frames.get(level) ?? new Map<number, BoundTexture>();
      frames.set(level, own);
      const existing = own.get(index);
      if (existing) return existing;
      const { width, height, channels, values } = level;
      const bound = create(gl.TEXTURE_2D, channels === 3 ? gl.LINEAR : gl.NEAREST);
      const [internal, format, type] = textureFormat(level);
      const perSlice = pixelsPerSlice(level);
      const pixels = values.subarray(index * perSlice, (index + 1) * perSlice);
      gl.texStorage2D(gl.TEXTURE_2D, 1, internal, width, height);
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, format, type, pixels);
      own.set(index, bound);
      for (const old of [...own.keys()].slice(0, -MAX_FRAMES)) {
        gl.deleteTexture(own.get(old)?.texture ?? null);
        own.delete(old);
      }
      return bound;
    },

    bitmap(bitmap: ImageBitmap): BoundTexture {
      const existing = others.get(bitmap);
      if (existing) return existing;
      const bound = create(gl.TEXTURE_2D, gl.LINEAR);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
      gl.generateMipmap(gl.TEXTURE_2D);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
      others.set(bitmap, bound);
      return bound;
    },

    /** The dental arch: position and direction of each column, four numbers. */
    columns(surface: Float32Array): BoundTexture {
      const existing = others.get(surface);
      if (existing) return existing;
      // A control point of the arch was moved.
      if (arch) discard(arch);
      arch = surface;
      const values = packColumns(surface);
      const bound = create(gl.TEXTURE_2D, gl.NEAREST);
      const width = values.length / 4;
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, width, 1, 0, gl.RGBA, gl.FLOAT, values);
      others.set(surface, bound);
      return bound;
    },

    /** Frees the memory of what is no longer drawn. */
    discard,

    dispose(): void {
      for (const source of [...volumes.keys(), ...frames.keys(), ...others.keys()]) discard(source);
    },
  };
}

export type Textures = ReturnType<typeof createTextures>;

/** x, y of the arch and of the direction to the outside; z is that of the row. */
function packColumns(surface: Float32Array): Float32Array {
  const packed = new Float32Array((surface.length / 5) * 4);
  for (let column = 0; column * 5 < surface.length; column += 1) {
    const [x = 0, y = 0, , nx = 0, ny = 0] = surface.subarray(column * 5, column * 5 + 5);
    packed.set([x, y, nx, ny], column * 4);
  }
  return packed;
}

function clearErrors(gl: WebGL2RenderingContext): void {
  for (let count = 0; count < 8 && gl.getError() !== gl.NO_ERROR; count += 1);
}
