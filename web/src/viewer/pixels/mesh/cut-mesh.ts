import { movePoint, type Rigid } from '../../geometry/registration/rigid.ts';
import { dot, type Point3, type Size } from '../../geometry/vectors.ts';
import { depthDirection, type PlaneView } from '../../geometry/volume/planes.ts';
import type { ScanMesh } from './decode-mesh.ts';
import { vertexReader } from './pick-point.ts';

/** Lines in the directions of a plane, millimetres: x and y of each start and end. */
export type Outline = readonly number[];

/** Where the moved scan crosses a plane. */
export function cutMesh(mesh: ScanMesh, rigid: Rigid, { centre, right, down }: PlaneView): Outline {
  const normal = depthDirection({ right, down });
  const distance = dot(normal, centre);
  const read = vertexReader(mesh);
  const locate = (vertex: number): Point3 => movePoint(rigid, read(vertex));
  const depths = new Float64Array(mesh.metadata.vertices);
  for (const vertex of depths.keys()) depths[vertex] = dot(locate(vertex), normal) - distance;
  const lines: number[] = [];
  const cross = (from: number, to: number): void => {
    const first = depths[from] ?? 0;
    const share = first / (first - (depths[to] ?? 0));
    const a = locate(from);
    const b = locate(to);
    for (const direction of [right, down])
      lines.push(dot(a, direction) * (1 - share) + dot(b, direction) * share);
  };
  for (let corner = 0; corner < mesh.indices.length; corner += 3) {
    const a = mesh.indices[corner] ?? 0;
    const b = mesh.indices[corner + 1] ?? 0;
    const c = mesh.indices[corner + 2] ?? 0;
    const isFront = (vertex: number) => (depths[vertex] ?? 0) > 0;
    if (isFront(a) === isFront(b) && isFront(b) === isFront(c)) continue;
    // The corner that is alone on its side, and the other two.
    const [alone, first, second] =
      isFront(a) === isFront(b) ? [c, a, b] : isFront(b) === isFront(c) ? [a, b, c] : [b, c, a];
    cross(alone, first);
    cross(alone, second);
  }
  return lines;
}

/** Cuts that are repeated while a picture is zoomed and moved in its plane. */
const MAX_CACHED = 12;

/** Draws the outline of a moved scan on planes, in CSS pixels of their panes. */
export function createOutline(mesh: ScanMesh, rigid: Rigid, colour: string) {
  const cache = new Map<string, Outline>();
  const find = (view: PlaneView): Outline => {
    const normal = depthDirection(view);
    const numbers = [...view.right, ...view.down, dot(normal, view.centre)];
    const key = numbers.map((number) => number.toFixed(4)).join();
    const lines = cache.get(key) ?? cutMesh(mesh, rigid, view);
    cache.set(key, lines);
    for (const old of [...cache.keys()].slice(0, -MAX_CACHED)) cache.delete(old);
    return lines;
  };
  return (context: CanvasRenderingContext2D, view: PlaneView, size: Size): void => {
    const lines = find(view);
    const { centre, right, down, millimetresPerPixel } = view;
    const left = dot(centre, right) - (size.width / 2) * millimetresPerPixel;
    const top = dot(centre, down) - (size.height / 2) * millimetresPerPixel;
    context.beginPath();
    for (let at = 0; at < lines.length; at += 4)
      for (const end of [0, 2]) {
        const x = ((lines[at + end] ?? 0) - left) / millimetresPerPixel;
        const y = ((lines[at + end + 1] ?? 0) - top) / millimetresPerPixel;
        if (end === 0) context.moveTo(x, y);
        else context.lineTo(x, y);
      }
    context.strokeStyle = colour;
    context.lineWidth = 1.5;
    context.stroke();
  };
}
