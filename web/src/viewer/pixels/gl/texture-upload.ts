import { type Level, pixelsPerSlice } from '../level.ts';
import type { BoundTexture } from './programs.ts';

type Gl = WebGL2RenderingContext;

export function createTexture(gl: Gl, target: GLenum, filter: GLenum): BoundTexture {
  const texture = gl.createTexture();
  gl.bindTexture(target, texture);
  for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
    gl.texParameteri(target, name, filter);
  for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T, gl.TEXTURE_WRAP_R])
    gl.texParameteri(target, name, gl.CLAMP_TO_EDGE);
  return { target, texture };
}

export const textureFormat = (gl: Gl, { channels, values }: Level) => {
  if (channels === 3) return [gl.RGB8, gl.RGB, gl.UNSIGNED_BYTE] as const;
  return values instanceof Uint8Array
    ? ([gl.R8UI, gl.RED_INTEGER, gl.UNSIGNED_BYTE] as const)
    : ([gl.R16UI, gl.RED_INTEGER, gl.UNSIGNED_SHORT] as const);
};

/** An empty texture for all slices of a level, or for its bricks. */
export function createVolume(gl: Gl, level: Level): BoundTexture {
  const { width, height, slices, bricks } = level;
  const bound = createTexture(gl, gl.TEXTURE_3D, gl.NEAREST);
  const size = bricks?.textureSize ?? ([width, height, slices] as const);
  gl.texStorage3D(gl.TEXTURE_3D, 1, textureFormat(gl, level)[0], ...size);
  return bound;
}

/** Uploads slices of a level, from `first` to those before `end`. */
export function uploadSlices(
  gl: Gl,
  { texture }: BoundTexture,
  level: Level,
  first: number,
  end: number,
): void {
  const { width, height, values } = level;
  const perSlice = pixelsPerSlice(level);
  const [, format, type] = textureFormat(gl, level);
  const added = values.subarray(first * perSlice, end * perSlice);
  gl.bindTexture(gl.TEXTURE_3D, texture);
  gl.texSubImage3D(gl.TEXTURE_3D, 0, 0, 0, first, width, height, end - first, format, type, added);
}

export function createFrame(gl: Gl, level: Level, index: number): BoundTexture {
  const { width, height, channels, values } = level;
  const bound = createTexture(gl, gl.TEXTURE_2D, channels === 3 ? gl.LINEAR : gl.NEAREST);
  const [internal, format, type] = textureFormat(gl, level);
  const perSlice = pixelsPerSlice(level);
  const pixels = values.subarray(index * perSlice, (index + 1) * perSlice);
  gl.texStorage2D(gl.TEXTURE_2D, 1, internal, width, height);
  gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, format, type, pixels);
  return bound;
}

export function createBitmap(gl: Gl, bitmap: ImageBitmap): BoundTexture {
  const bound = createTexture(gl, gl.TEXTURE_2D, gl.LINEAR);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
  gl.generateMipmap(gl.TEXTURE_2D);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
  return bound;
}

/** The dental arch: position and direction of each column, four numbers. */
export function createColumns(gl: Gl, surface: Float32Array): BoundTexture {
  const values = packColumns(surface);
  const bound = createTexture(gl, gl.TEXTURE_2D, gl.NEAREST);
  const width = values.length / 4;
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, width, 1, 0, gl.RGBA, gl.FLOAT, values);
  return bound;
}

/** x, y of the arch and of the direction to the outside; z is that of the row. */
function packColumns(surface: Float32Array): Float32Array {
  const packed = new Float32Array((surface.length / 5) * 4);
  for (let column = 0; column * 5 < surface.length; column += 1) {
    const [x = 0, y = 0, , nx = 0, ny = 0] = surface.subarray(column * 5, column * 5 + 5);
    packed.set([x, y, nx, ny], column * 4);
  }
  return packed;
}
