import { dot, type Point3, type Size, subtract } from '../../geometry/vectors.ts';
import { compile, link } from '../gl/programs.ts';
import { type ScanMesh, STRIDE } from './decode-mesh.ts';

type Gl = WebGL2RenderingContext;

/** A parallel projection in the coordinates of a mesh. */
export interface MeshScene {
  readonly right: Point3;
  readonly up: Point3;
  readonly towards: Point3;
  /** Shown in the middle of the canvas, at half of the depth. */
  readonly centre: Point3;
  /** CSS pixels of a millimetre. */
  readonly zoom: number;
  readonly size: Size;
  /** Millimetres before and behind the centre that are drawn. */
  readonly reach: number;
  /** Of the outer side: red, green and blue. */
  readonly base: Point3;
  /** Hides points with a larger dot product: a direction and that product. */
  readonly cut?: readonly number[] | undefined;
}

export interface MeshProgram {
  draw(scene: MeshScene): void;
  dispose(): void;
}

/** As in the vertex shader. */
const ATTRIBUTES = { coordinate: 0, normal: 1 } as const;

/** The program and the buffers of a mesh; undefined while the context is lost. */
export function createMeshProgram(gl: Gl, mesh: ScanMesh): MeshProgram | undefined {
  if (gl.isContextLost()) return undefined;
  const program = link(gl, compile(gl, gl.VERTEX_SHADER, VERTEX), FRAGMENT);
  const vertices = gl.createVertexArray();
  gl.bindVertexArray(vertices);
  const buffers = [
    fill(gl, gl.ARRAY_BUFFER, mesh.coordinates),
    point(gl, ATTRIBUTES.coordinate, { type: gl.UNSIGNED_SHORT, bytes: 2 * STRIDE }),
    fill(gl, gl.ARRAY_BUFFER, mesh.normals),
    point(gl, ATTRIBUTES.normal, { type: gl.BYTE, bytes: STRIDE }),
    fill(gl, gl.ELEMENT_ARRAY_BUFFER, mesh.indices),
  ];
  gl.bindVertexArray(null);
  const locate = (name: string) => gl.getUniformLocation(program, name);
  return {
    draw(scene) {
      const { right, up, towards, base, cut = [0, 0, 0, 0] } = scene;
      // biome-ignore lint/correctness/useHookAtTopLevel: not a hook of React
      gl.useProgram(program);
      gl.uniformMatrix4fv(locate('toClip'), false, clipMatrix(mesh.metadata, scene));
      const rotation = [0, 1, 2].flatMap((axis) => [right[axis], up[axis], towards[axis]]);
      gl.uniformMatrix3fv(locate('rotation'), false, rotation.map(Number));
      gl.uniform3fv(locate('base'), base);
      gl.uniform4fv(locate('cut'), toCoordinates(mesh.metadata, cut));
      gl.bindVertexArray(vertices);
      gl.drawElements(gl.TRIANGLES, mesh.indices.length, gl.UNSIGNED_INT, 0);
      gl.bindVertexArray(null);
    },
    dispose() {
      for (const buffer of buffers) gl.deleteBuffer(buffer ?? null);
      gl.deleteVertexArray(vertices);
      gl.deleteProgram(program);
    },
  };
}

function fill(gl: Gl, target: GLenum, data: ArrayBufferView): WebGLBuffer {
  const buffer = gl.createBuffer();
  gl.bindBuffer(target, buffer);
  gl.bufferData(target, data, gl.STATIC_DRAW);
  return buffer;
}

function point(
  gl: Gl,
  location: number,
  { type, bytes }: { readonly type: GLenum; readonly bytes: number },
): undefined {
  gl.enableVertexAttribArray(location);
  gl.vertexAttribPointer(location, 3, type, false, bytes, 0);
}

type Box = Pick<ScanMesh['metadata'], 'origin' | 'step'>;

/** Columns of the matrix from coordinates of a mesh to the clip space of a canvas. */
export function clipMatrix(
  { origin, step }: Box,
  { right, up, towards, centre, zoom, size, reach }: Omit<MeshScene, 'base'>,
): number[] {
  const rows: readonly (readonly [Point3, number])[] = [
    [right, (2 * zoom) / size.width],
    [up, (2 * zoom) / size.height],
    [towards, -1 / reach],
  ];
  const offset = subtract(origin, centre);
  const columns = [0, 1, 2].map((axis) => [
    ...rows.map(([direction, factor]) => (direction[axis] ?? 0) * factor * step),
    0,
  ]);
  return [...columns.flat(), ...rows.map(([direction, by]) => dot(direction, offset) * by), 1];
}

/** A plane in millimetres as one in coordinates of a mesh. */
function toCoordinates({ origin, step }: Box, [x = 0, y = 0, z = 0, limit = 0]: readonly number[]) {
  return [x * step, y * step, z * step, limit - dot([x, y, z], origin)];
}

const VERTEX = `#version 300 es
layout(location=0) in vec3 coordinate;layout(location=1) in vec3 normal;uniform mat4 toClip;uniform mat3 rotation;uniform vec4 cut;out vec3 n;out float beyond;
void main(){n=rotation*normal;beyond=dot(cut.xyz,coordinate)-cut.w;gl_Position=toClip*vec4(coordinate,1);}`;

/** Light from the upper left, as on the bone. The inner side of the surface is bluish. */
const FRAGMENT = `#version 300 es
precision highp float;in vec3 n;in float beyond;uniform vec3 base;out vec4 colour;
void main(){
if(beyond>0.)discard;
vec3 m=normalize(n+vec3(0,0,1e-6));bool isInner=!gl_FrontFacing;if(isInner)m=-m;
vec3 lamp=normalize(vec3(-.35,.45,1)),middle=normalize(lamp+vec3(0,0,1));
float light=max(dot(m,lamp),0.),shine=pow(max(dot(m,middle),0.),32.);
vec3 side=isInner?vec3(.35,.42,.52):base;
colour=vec4(side*(.14+.26*max(m.z,0.)+.6*light*light)+.16*shine*float(!isInner),1);
}`;
