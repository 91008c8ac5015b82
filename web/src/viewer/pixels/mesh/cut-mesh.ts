import { movePoint, type Rigid } from '../../geometry/registration/rigid.ts';
import { dot, type Point2, type Point3, type Size } from '../../geometry/vectors.ts';
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
  return findCrossings(mesh.indices, depths, (vertex) => {
    const point = locate(vertex);
    return [dot(point, right), dot(point, down)];
  });
}

/** Lines between the points of edges where depths change their sign. A depth that is none (NaN) belongs to no line. */
export function findCrossings(
  indices: Uint32Array,
  depths: Float64Array,
  flatten: (vertex: number) => Point2,
): Outline {
  const lines: number[] = [];
  const cross = (from: number, to: number): void => {
    const first = depths[from] ?? 0;
    lines.push(...between(flatten(from), flatten(to), first / (first - (depths[to] ?? 0))));
  };
  const isFront = (vertex: number) => (depths[vertex] ?? 0) > 0;
  for (let corner = 0; corner < indices.length; corner += 3) {
    const a = indices[corner] ?? 0;
    const b = indices[corner + 1] ?? 0;
    const c = indices[corner + 2] ?? 0;
    if (isFront(a) === isFront(b) && isFront(b) === isFront(c)) continue;
    if (Number.isNaN((depths[a] ?? 0) + (depths[b] ?? 0) + (depths[c] ?? 0))) continue;
    // The corner that is alone on its side, and the other two.
    const [alone, first, second] =
      isFront(a) === isFront(b) ? [c, a, b] : isFront(b) === isFront(c) ? [a, b, c] : [b, c, a];
    cross(alone, first);
    cross(alone, second);
  }
  return lines;
}

const between = (a: Point2, b: Point2, share: number): Point2 => [
  a[0] * (1 - share) + b[0] * share,
  a[1] * (1 - share) + b[1] * share,
];

export function strokeOutline(
  context: CanvasRenderingContext2D,
  lines: Outline,
  colour: string,
  toPane: (point: Point2) => Point2,
): void {
  context.beginPath();
  for (let at = 0; at < lines.length; at += 4) {
    context.moveTo(...toPane([lines[at] ?? 0, lines[at + 1] ?? 0]));
    context.lineTo(...toPane([lines[at + 2] ?? 0, lines[at + 3] ?? 0]));
  }
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
  context.stroke();
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
    strokeOutline(context, lines, colour, ([x, y]) => [
      (x - left) / millimetresPerPixel,
      (y - top) / millimetresPerPixel,
    ]);
  };
}
