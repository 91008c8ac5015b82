import type { ScanCamera } from '../../geometry/scan-camera.ts';
import { dot, type Point3, type Size, subtract } from '../../geometry/vectors.ts';
import { type ScanMesh, STRIDE } from './decode-mesh.ts';

export interface ScanRenderer {
  /** `pixelRatio`: pixels of the screen per CSS pixel; at most 2 are drawn. */
  draw(camera: ScanCamera, size: Size, pixelRatio: number): void;
  dispose(): void;
}

const MAX_PIXEL_RATIO = 2;
const ATTRIBUTES = { coordinate: 0, normal: 1 } as const;

/** Draws a scan with WebGL 2; undefined where the browser has none. */
export function createScanRenderer(
  canvas: HTMLCanvasElement,
  mesh: ScanMesh,
): ScanRenderer | undefined {
  const gl = canvas.getContext('webgl2', { alpha: false, antialias: true });
  if (!gl) return undefined;
  let program = prepare(gl, mesh);
  let last: Parameters<ScanRenderer['draw']> | undefined;
  // A browser restores a context only where the loss was taken note of.
  const lose = (event: Event) => event.preventDefault();
  const restore = () => {
    program = prepare(gl, mesh);
    if (last) draw(...last);
  };
  canvas.addEventListener('webglcontextlost', lose);
  canvas.addEventListener('webglcontextrestored', restore);

  function draw(...now: Parameters<ScanRenderer['draw']>): void {
    last = now;
    const [camera, size, pixelRatio] = now;
    const ratio = Math.min(pixelRatio, MAX_PIXEL_RATIO);
    const width = Math.max(1, Math.round(size.width * ratio));
    const height = Math.max(1, Math.round(size.height * ratio));
    if (canvas.width !== width || canvas.height !== height)
      Object.assign(canvas, { width, height });
    gl?.viewport(0, 0, width, height);
    if (gl && program) drawMesh(gl, program, { mesh, camera, size });
  }

  return {
    draw,
    dispose() {
      canvas.removeEventListener('webglcontextlost', lose);
      canvas.removeEventListener('webglcontextrestored', restore);
      gl.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}

/** undefined while the context is lost. */
function prepare(gl: WebGL2RenderingContext, mesh: ScanMesh): WebGLProgram | undefined {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(type);
    if (!shader) return undefined;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  for (const [name, location] of Object.entries(ATTRIBUTES))
    gl.bindAttribLocation(program, location, name);
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
    if (gl.isContextLost()) return undefined;
    throw new Error(`a shader failed: ${gl.getProgramInfoLog(program)}`);
  }
  fill(gl, gl.ARRAY_BUFFER, mesh.coordinates);
  point(gl, ATTRIBUTES.coordinate, { type: gl.UNSIGNED_SHORT, bytes: 2 * STRIDE });
  fill(gl, gl.ARRAY_BUFFER, mesh.normals);
  point(gl, ATTRIBUTES.normal, { type: gl.BYTE, bytes: STRIDE });
  fill(gl, gl.ELEMENT_ARRAY_BUFFER, mesh.indices);
  gl.enable(gl.DEPTH_TEST);
  return program;
}

function fill(gl: WebGL2RenderingContext, target: GLenum, data: ArrayBufferView): void {
  gl.bindBuffer(target, gl.createBuffer());
  gl.bufferData(target, data, gl.STATIC_DRAW);
}

function point(
  gl: WebGL2RenderingContext,
  location: number,
  { type, bytes }: { readonly type: GLenum; readonly bytes: number },
): void {
  gl.enableVertexAttribArray(location);
  gl.vertexAttribPointer(location, 3, type, false, bytes, 0);
}

function drawMesh(
  gl: WebGL2RenderingContext,
  program: WebGLProgram,
  scene: { readonly mesh: ScanMesh; readonly camera: ScanCamera; readonly size: Size },
): void {
  const { metadata, indices } = scene.mesh;
  const { right, up, towards } = scene.camera;
  gl.clearColor(0, 0, 0, 1);
  gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
  // biome-ignore lint/correctness/useHookAtTopLevel: not a hook of React
  gl.useProgram(program);
  const locate = (name: string) => gl.getUniformLocation(program, name);
  gl.uniformMatrix4fv(locate('toClip'), false, clipMatrix(metadata, scene));
  const rotation = [0, 1, 2].flatMap((axis) => [right[axis], up[axis], towards[axis]]);
  gl.uniformMatrix3fv(locate('rotation'), false, rotation.map(Number));
  gl.drawElements(gl.TRIANGLES, indices.length, gl.UNSIGNED_INT, 0);
}

/** Columns of the matrix from coordinates of a mesh to the clip space of a canvas. */
export function clipMatrix(
  { origin, step, size: box }: Pick<ScanMesh['metadata'], 'origin' | 'step' | 'size'>,
  { camera, size }: { readonly camera: ScanCamera; readonly size: Size },
): number[] {
  const { right, up, towards, centre, zoom } = camera;
  const depth = 2 * Math.hypot(...box);
  const rows: readonly (readonly [Point3, number])[] = [
    [right, (2 * zoom) / size.width],
    [up, (2 * zoom) / size.height],
    [towards, -1 / depth],
  ];
  const offset = subtract(origin, centre);
  const columns = [0, 1, 2].map((axis) => [
    ...rows.map(([direction, factor]) => (direction[axis] ?? 0) * factor * step),
    0,
  ]);
  return [...columns.flat(), ...rows.map(([direction, by]) => dot(direction, offset) * by), 1];
}

const VERTEX = `#version 300 es
in vec3 coordinate,normal;uniform mat4 toClip;uniform mat3 rotation;out vec3 n;
void main(){n=rotation*normal;gl_Position=toClip*vec4(coordinate,1);}`;

/** Light from the upper left, as on the bone. The inner side of the surface is bluish. */
const FRAGMENT = `#version 300 es
precision highp float;in vec3 n;out vec4 colour;
void main(){
vec3 m=normalize(n+vec3(0,0,1e-6));bool isInner=!gl_FrontFacing;if(isInner)m=-m;
vec3 lamp=normalize(vec3(-.35,.45,1)),middle=normalize(lamp+vec3(0,0,1));
float light=max(dot(m,lamp),0.),shine=pow(max(dot(m,middle),0.),32.);
vec3 base=isInner?vec3(.35,.42,.52):vec3(.93,.89,.8);
colour=vec4(base*(.14+.26*max(m.z,0.)+.6*light*light)+.16*shine*float(!isInner),1);
}`;
