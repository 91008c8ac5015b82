import { gzipSync } from 'node:zlib';
import {
  MAX_COORDINATE,
  type SurfaceMetadata,
  VERTEX_BYTES,
} from '@deqiq/contract/shared/imaging/surfaces.ts';
import { MeshoptEncoder } from 'meshoptimizer/encoder';
import { findFirstView } from './first-view.ts';
import type { Mesh } from './mesh-builder.ts';

/** Millimetres between two values of a coordinate. Scanners are exact to some 0.01 mm. */
const STEP = 0.005;
/** Millimetres along a side: a mouth is smaller. */
const MAX_SIZE = 1000;
/** Of meshoptimizer: the slowest and smallest. */
const LEVEL = 3;

interface EncodedMesh {
  readonly metadata: SurfaceMetadata;
  readonly bytes: Buffer;
}

/** Encodes a mesh with coordinates of 16 bits. Throws where it is larger than a mouth can be. */
export async function encodeMesh(mesh: Mesh): Promise<EncodedMesh> {
  await MeshoptEncoder.ready;
  const { origin, size } = measureBox(mesh.positions);
  const longest = Math.max(...size);
  if (longest > MAX_SIZE || longest === 0) throw new Error('this is no size of a scan in mm');
  const step = Math.max(STEP, longest / MAX_COORDINATE);
  const indices = mesh.indices.slice();
  // Neighbours come one after the other: their differences are small numbers.
  const [order, vertices] = MeshoptEncoder.reorderMesh(indices, true, true);
  const coordinates = quantize(mesh.positions, { order, vertices, origin, step });
  const indexPart = MeshoptEncoder.encodeIndexBuffer(toBytes(indices), indices.length, 4);
  const vertexPart = MeshoptEncoder.encodeVertexBufferLevel(
    toBytes(coordinates),
    vertices,
    VERTEX_BYTES,
    LEVEL,
  );
  const metadata: SurfaceMetadata = {
    version: 1,
    kind: 'surface',
    triangles: indices.length / 3,
    vertices,
    indexBytes: indexPart.length,
    vertexBytes: vertexPart.length,
    origin,
    step,
    size,
    view: copyView(findFirstView(mesh)),
  };
  return { metadata, bytes: gzipSync(Buffer.concat([indexPart, vertexPart]), { level: 9 }) };
}

const toBytes = ({ buffer, byteOffset, byteLength }: Uint16Array | Uint32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

function copyView({ right, up, towards }: ReturnType<typeof findFirstView>) {
  return { right: [...right], up: [...up], towards: [...towards] } as SurfaceMetadata['view'];
}

type Triple = [number, number, number];

function measureBox(positions: Float32Array): { readonly origin: Triple; readonly size: Triple } {
  const low: Triple = [Infinity, Infinity, Infinity];
  const high: Triple = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < positions.length; at += 3)
    for (const axis of [0, 1, 2] as const) {
      const value = positions[at + axis] ?? 0;
      low[axis] = Math.min(low[axis], value);
      high[axis] = Math.max(high[axis], value);
    }
  return { origin: low, size: [high[0] - low[0], high[1] - low[1], high[2] - low[2]] };
}

/** The vertices of the mesh in their new order; those of no triangle are left out. */
function quantize(
  positions: Float32Array,
  to: {
    readonly order: Uint32Array;
    readonly vertices: number;
    readonly origin: Triple;
    readonly step: number;
  },
): Uint16Array {
  const coordinates = new Uint16Array((to.vertices * VERTEX_BYTES) / 2);
  for (const [vertex, index] of to.order.entries()) {
    if (index >= to.vertices) continue;
    for (const axis of [0, 1, 2] as const) {
      const length = (positions[vertex * 3 + axis] ?? 0) - to.origin[axis];
      coordinates[(index * VERTEX_BYTES) / 2 + axis] = Math.round(length / to.step);
    }
  }
  return coordinates;
}
