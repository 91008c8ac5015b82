import { type SurfaceMetadata, VERTEX_BYTES } from '@deqiq/contract/shared/imaging/surfaces.ts';
import { gzipSync } from 'fflate';
import { MeshoptEncoder } from 'meshoptimizer/encoder';

/** The derived objects of a surface scan, as the server stores them. */
export type ScanObject = {
  readonly metadata: SurfaceMetadata;
  readonly mesh: Uint8Array<ArrayBuffer>;
};

/** A sheet of 30 × 20 mm in steps of 1 mm, bent upwards in the middle. */
export async function createScanObject(): Promise<ScanObject> {
  await MeshoptEncoder.ready;
  const columns = 31;
  const rows = 21;
  const vertices = columns * rows;
  const coordinates = new Uint16Array((vertices * VERTEX_BYTES) / 2);
  const corners: number[] = [];
  for (let vertex = 0; vertex < vertices; vertex += 1) {
    const x = vertex % columns;
    const y = Math.floor(vertex / columns);
    coordinates.set([x * 100, y * 100, 500 + 50 * Math.sin((x * Math.PI) / 30)], vertex * 4);
    if (x + 1 < columns && y + 1 < rows)
      corners.push(
        vertex,
        vertex + 1,
        vertex + columns,
        vertex + 1,
        vertex + columns + 1,
        vertex + columns,
      );
  }
  const indices = Uint32Array.from(corners);
  const packed = MeshoptEncoder.encodeIndexBuffer(
    new Uint8Array(indices.buffer),
    indices.length,
    4,
  );
  const bytes = new Uint8Array(coordinates.buffer);
  const points = MeshoptEncoder.encodeVertexBuffer(bytes, vertices, VERTEX_BYTES);
  const metadata: SurfaceMetadata = {
    version: 1,
    kind: 'surface',
    triangles: indices.length / 3,
    vertices,
    indexBytes: packed.length,
    vertexBytes: points.length,
    origin: [-15, -10, 0],
    step: 0.01,
    size: [30, 20, 5.5],
    view: { right: [1, 0, 0], up: [0, 1, 0], towards: [0, 0, 1] },
  };
  return { metadata, mesh: gzipSync(Uint8Array.from([...packed, ...points])) };
}
