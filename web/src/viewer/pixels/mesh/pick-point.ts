import type { ScanCamera } from '../../geometry/scan-camera.ts';
import {
  add,
  along,
  dot,
  type Point2,
  type Point3,
  type Size,
  scale,
} from '../../geometry/vectors.ts';
import { type ScanMesh, STRIDE } from './decode-mesh.ts';

/** Reads vertices in millimetres. */
export function vertexReader({ metadata, coordinates }: Omit<ScanMesh, 'indices' | 'normals'>) {
  const { origin, step } = metadata;
  return (vertex: number): Point3 =>
    add(
      origin,
      scale(
        [
          coordinates[vertex * STRIDE] ?? 0,
          coordinates[vertex * STRIDE + 1] ?? 0,
          coordinates[vertex * STRIDE + 2] ?? 0,
        ],
        step,
      ),
    );
}

/** The point of the scan in front at a point of the canvas, millimetres; undefined beside the scan. */
export function pickPoint(
  mesh: ScanMesh,
  { right, up, towards, centre, zoom }: ScanCamera,
  { point, size }: { readonly point: Point2; readonly size: Size },
): Point3 | undefined {
  const x = (point[0] - size.width / 2) / zoom + dot(centre, right);
  const y = (size.height / 2 - point[1]) / zoom + dot(centre, up);
  const read = vertexReader(mesh);
  const across = new Float64Array(mesh.metadata.vertices);
  const upright = new Float64Array(mesh.metadata.vertices);
  for (const vertex of across.keys()) {
    const position = read(vertex);
    across[vertex] = dot(position, right) - x;
    upright[vertex] = dot(position, up) - y;
  }
  let nearest: Point3 | undefined;
  for (let corner = 0; corner < mesh.indices.length; corner += 3) {
    const [a, b, c] = [0, 1, 2].map((next) => mesh.indices[corner + next] ?? 0) as [
      number,
      number,
      number,
    ];
    const side = (from: number, to: number) =>
      (across[from] ?? 0) * (upright[to] ?? 0) - (across[to] ?? 0) * (upright[from] ?? 0);
    const shares = [side(b, c), side(c, a), side(a, b)] as const;
    const area = shares[0] + shares[1] + shares[2];
    if (area === 0 || shares.some((share) => share / area < 0)) continue;
    const hit = along(
      along(scale(read(a), shares[0] / area), read(b), shares[1] / area),
      read(c),
      shares[2] / area,
    );
    if (!nearest || dot(hit, towards) > dot(nearest, towards)) nearest = hit;
  }
  return nearest;
}
