import { VERTEX } from './shaders.ts';

export type Uniform =
  | number
  | readonly number[]
  /** Columns of a 3 × 3 or 4 × 4 matrix. */
  | { readonly matrix: readonly number[] };

export type Uniforms = Readonly<Record<string, Uniform>>;

/** Textures by the name of their sampler. */
export type Samplers = Readonly<Record<string, BoundTexture>>;

export interface BoundTexture {
  readonly target: GLenum;
  readonly texture: WebGLTexture;
}

/** Compiles programs when they are first used, by the source of their fragment shader. */
export function createPrograms(gl: WebGL2RenderingContext) {
  const programs = new Map<string, { program: WebGLProgram; locations: Locations }>();
  const vertex = compile(gl, gl.VERTEX_SHADER, VERTEX);

  function open(fragment: string) {
    const existing = programs.get(fragment);
    if (existing) return existing;
    const program = link(gl, vertex, fragment);
    const opened = { program, locations: new Map<string, WebGLUniformLocation | null>() };
    programs.set(fragment, opened);
    return opened;
  }

  return {
    /** Covers the viewport. */
    draw(fragment: string, uniforms: Uniforms, samplers: Samplers): void {
      const { program, locations } = open(fragment);
      const locate = (name: string) => {
        const existing = locations.get(name);
        if (existing !== undefined) return existing;
        const location = gl.getUniformLocation(program, name);
        locations.set(name, location);
        return location;
      };
      // biome-ignore lint/correctness/useHookAtTopLevel: not a hook of React
      gl.useProgram(program);
      for (const [name, value] of Object.entries(uniforms)) setUniform(gl, locate(name), value);
      for (const [unit, [name, { target, texture }]] of Object.entries(samplers).entries()) {
        gl.activeTexture(gl.TEXTURE0 + unit);
        gl.bindTexture(target, texture);
        gl.uniform1i(locate(name), unit);
      }
      gl.drawArrays(gl.TRIANGLES, 0, 3);
    },

    dispose(): void {
      for (const { program } of programs.values()) gl.deleteProgram(program);
    },
  };
}

export type Programs = ReturnType<typeof createPrograms>;

type Locations = Map<string, WebGLUniformLocation | null>;

/** Throws where the program fails, unless the context is lost. `fragment`: the source of its shader. */
export function link(
  gl: WebGL2RenderingContext,
  vertex: WebGLShader,
  fragment: string,
): WebGLProgram {
  const program = gl.createProgram();
  gl.attachShader(program, vertex);
  gl.attachShader(program, compile(gl, gl.FRAGMENT_SHADER, fragment));
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
    throw new Error(`a shader failed: ${gl.getProgramInfoLog(program)}`);
  return program;
}

export function compile(gl: WebGL2RenderingContext, type: GLenum, source: string): WebGLShader {
  const shader = gl.createShader(type);
  // null where the context is lost.
  if (!shader) throw new Error('there is no context');
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost())
    throw new Error(`a shader failed: ${gl.getShaderInfoLog(shader)}`);
  return shader;
}

function setUniform(
  gl: WebGL2RenderingContext,
  location: WebGLUniformLocation | null,
  value: Uniform,
): void {
  if (typeof value === 'number') gl.uniform1f(location, value);
  else if ('matrix' in value) {
    if (value.matrix.length === 9) gl.uniformMatrix3fv(location, false, value.matrix);
    else gl.uniformMatrix4fv(location, false, value.matrix);
  } else if (value.length === 2) gl.uniform2fv(location, value);
  else if (value.length === 3) gl.uniform3fv(location, value);
  else gl.uniform4fv(location, value);
}
