import { type SurfaceMetadata, VERTEX_BYTES } from '@deqiq/contract/shared/imaging/surfaces.ts';
import { PictureError } from '../loading/picture-error.ts';

/** A surface scan as the graphics processor takes it. */
export interface ScanMesh {
  readonly metadata: SurfaceMetadata;
  /** Three coordinates and one unused number of each vertex; millimetres = origin + coordinate × step. */
  readonly coordinates: Uint16Array;
  /** Directions outwards, 127 long, and one unused number of each vertex. */
  readonly normals: Int8Array;
  readonly indices: Uint32Array;
}

/** Numbers of a vertex in `coordinates` and `normals`. */
export const STRIDE = VERTEX_BYTES / 2;

/** Decodes the object of a scan. Throws PictureError where it is damaged or not that of its metadata. */
export async function decodeMesh(
  metadata: SurfaceMetadata,
  compressed: ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<ScanMesh> {
  const { triangles, vertices, indexBytes, vertexBytes } = metadata;
  if (!('DecompressionStream' in globalThis)) throw new PictureError('unsupported');
  const [bytes, { MeshoptDecoder }] = await Promise.all([
    decompress(compressed, indexBytes + vertexBytes),
    loadDecoder(),
  ]);
  if (!MeshoptDecoder.supported) throw new PictureError('unsupported');
  const indices = new Uint32Array(triangles * 3);
  const coordinates = new Uint16Array(vertices * STRIDE);
  try {
    await MeshoptDecoder.ready;
    const packed = bytes.subarray(0, indexBytes);
    MeshoptDecoder.decodeIndexBuffer(new Uint8Array(indices.buffer), indices.length, 4, packed);
    const into = new Uint8Array(coordinates.buffer);
    MeshoptDecoder.decodeVertexBuffer(into, vertices, VERTEX_BYTES, bytes.subarray(indexBytes));
  } catch (error) {
    throw new PictureError('damaged', error);
  }
  // A graphics processor need not check them.
  if (indices.some((vertex) => vertex >= vertices)) throw new PictureError('damaged');
  return { metadata, coordinates, indices, normals: computeNormals(coordinates, indices) };
}

/** Loads 7 KB of WebAssembly while the mesh arrives. */
const loadDecoder = () =>
  import('meshoptimizer/decoder').catch((error: unknown) => {
    throw new PictureError('network', error);
  });

/** Undoes gzip, which also compares its checksum. Throws PictureError unless there are so many bytes. */
async function decompress(
  compressed: ReadableStream<Uint8Array<ArrayBuffer>>,
  length: number,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let filled = 0;
  try {
    const reader = compressed.pipeThrough(new DecompressionStream('gzip')).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      // Longer than announced: throws.
      bytes.set(value, filled);
      filled += value.length;
    }
  } catch (error) {
    throw new PictureError(isNetworkError(error) ? 'network' : 'damaged', error);
  }
  if (filled !== length) throw new PictureError('damaged');
  return bytes;
}

/** Chromium and Firefox reject a broken response with the word; a damaged file has other words. */
const isNetworkError = (error: unknown): boolean => /network/i.test(String(error));

/** Each vertex has the direction of all its triangles, by their areas. */
function computeNormals(coordinates: Uint16Array, indices: Uint32Array): Int8Array {
  const sums = new Float32Array(coordinates.length);
  for (let corner = 0; corner < indices.length; corner += 3) {
    const a = (indices[corner] ?? 0) * STRIDE;
    const b = (indices[corner + 1] ?? 0) * STRIDE;
    const c = (indices[corner + 2] ?? 0) * STRIDE;
    const side = (to: number, axis: number) =>
      (coordinates[to + axis] ?? 0) - (coordinates[a + axis] ?? 0);
    const x = side(b, 1) * side(c, 2) - side(b, 2) * side(c, 1);
    const y = side(b, 2) * side(c, 0) - side(b, 0) * side(c, 2);
    const z = side(b, 0) * side(c, 1) - side(b, 1) * side(c, 0);
    for (const vertex of [a, b, c]) {
      sums[vertex] = (sums[vertex] ?? 0) + x;
      sums[vertex + 1] = (sums[vertex + 1] ?? 0) + y;
      sums[vertex + 2] = (sums[vertex + 2] ?? 0) + z;
    }
  }
  const normals = new Int8Array(coordinates.length);
  for (let at = 0; at < sums.length; at += STRIDE) {
    const length = Math.hypot(sums[at] ?? 0, sums[at + 1] ?? 0, sums[at + 2] ?? 0) || 1;
    for (let axis = 0; axis < 3; axis += 1)
      normals[at + axis] = Math.round(((sums[at + axis] ?? 0) / length) * 127);
  }
  return normals;
}
