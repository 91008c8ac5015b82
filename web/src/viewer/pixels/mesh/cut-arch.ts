import { compose } from '../../geometry/align/rigid.ts';
import { COLUMN_STRIDE } from '../../geometry/arch/panoramic.ts';
import { type PictureView, pictureToPane } from '../../geometry/picture-view.ts';
import { movePoint, type Rigid } from '../../geometry/registration/rigid.ts';
import type { Point3, Size } from '../../geometry/vectors.ts';
import type { Axes } from '../../geometry/volume/axes.ts';
import { findCrossings, type Outline, strokeOutline } from './cut-mesh.ts';
import type { ScanMesh } from './decode-mesh.ts';
import { vertexReader } from './pick-point.ts';

/** The curved surface through the dental arch, see `PanoramicSurface`. */
export interface ArchSurface {
  readonly axes: Axes;
  readonly columns: Float32Array;
  readonly millimetresPerPixel: number;
  readonly top: number;
}

/** Columns between the first guesses of the nearest one. */
const COARSE = 16;

/** Vertices or triangles between two pauses: some milliseconds. */
const BATCH = 5_000;

/** Where the moved scan crosses the surface through the arch, in columns and rows. Pauses after each batch. */
export function* cutArch(
  mesh: ScanMesh,
  rigid: Rigid,
  surface: ArchSurface,
): Generator<undefined, Outline> {
  const { axes, columns, millimetresPerPixel, top } = surface;
  const straight = compose({ rotation: axes, shift: [0, 0, 0] }, rigid);
  const read = vertexReader(mesh);
  const { vertices } = mesh.metadata;
  const depths = new Float64Array(vertices);
  const across = new Float64Array(vertices);
  const down = new Float64Array(vertices);
  for (const vertex of depths.keys()) {
    if (vertex % BATCH === 0) yield;
    const point = movePoint(straight, read(vertex));
    const { column, depth } = flatten(columns, point);
    depths[vertex] = depth;
    across[vertex] = column;
    down[vertex] = (top - point[2]) / millimetresPerPixel;
  }
  const lines: number[] = [];
  for (let from = 0; from < mesh.indices.length; from += 3 * BATCH) {
    yield;
    const indices = mesh.indices.subarray(from, from + 3 * BATCH);
    lines.push(
      ...findCrossings(indices, depths, (vertex) => [across[vertex] ?? 0, down[vertex] ?? 0]),
    );
  }
  return lines;
}

/** The column beside a point, and the millimetres outside of the arch; none (NaN) beyond its ends. */
function flatten(columns: Float32Array, point: Point3) {
  const count = columns.length / COLUMN_STRIDE;
  const distance = (column: number) =>
    ((columns[column * COLUMN_STRIDE] ?? 0) - point[0]) ** 2 +
    ((columns[column * COLUMN_STRIDE + 1] ?? 0) - point[1]) ** 2;
  const search = (from: number, to: number, step: number): number => {
    let best = Math.max(from, 0);
    for (let column = best; column <= Math.min(to, count - 1); column += step)
      if (distance(column) < distance(best)) best = column;
    return best;
  };
  const near = search(0, count - 1, COARSE);
  const nearest = search(near - COARSE, near + COARSE, 1);
  const ahead = project(columns, Math.min(nearest, count - 2), point);
  const found = ahead.share < 0 && nearest > 0 ? project(columns, nearest - 1, point) : ahead;
  const column = found.column + found.share;
  return { column, depth: column < 0 || column > count - 1 ? Number.NaN : found.depth };
}

/** The share of the way from a column to the next one, and the distance from both along their normals. */
function project(columns: Float32Array, column: number, [px, py]: Point3) {
  const at = column * COLUMN_STRIDE;
  const next = at + COLUMN_STRIDE;
  const between = (part: number, share: number) =>
    (columns[at + part] ?? 0) * (1 - share) + (columns[next + part] ?? 0) * share;
  const left = columns[at] ?? 0;
  const front = columns[at + 1] ?? 0;
  const x = (columns[next] ?? 0) - left;
  const y = (columns[next + 1] ?? 0) - front;
  const share = ((px - left) * x + (py - front) * y) / (x * x + y * y);
  const nx = between(3, share);
  const ny = between(4, share);
  const depth = (px - between(0, share)) * nx + (py - between(1, share)) * ny;
  return { column, share, depth: depth / (Math.hypot(nx, ny) || 1) };
}

/** Milliseconds without another arch after which a scan is cut along it, and of one task of that. */
const REST = 150;
const TASK = 12;

/**
 * Draws the outline of a moved scan on the panoramic, in CSS pixels of its pane. A scan of a million triangles is cut in
 * 0.3 s: only once the arch has stopped, in short tasks, and nothing is drawn before. Then `redraw` is called.
 */
export function createArchOutline(
  mesh: ScanMesh,
  rigid: Rigid,
  colour: string,
  redraw: () => void,
) {
  let last: ArchSurface | undefined;
  let lines: Outline = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cut = (work: ReturnType<typeof cutArch>): void => {
    const end = performance.now() + TASK;
    let step = work.next();
    while (!step.done && performance.now() < end) step = work.next();
    if (!step.done) {
      timer = setTimeout(cut, 0, work);
      return;
    }
    lines = step.value;
    redraw();
  };
  return (
    context: CanvasRenderingContext2D,
    view: PictureView,
    surface: ArchSurface,
    size: Size,
  ): void => {
    // The arch is the same one until a point of it is moved.
    if (last !== surface) {
      last = surface;
      lines = [];
      clearTimeout(timer);
      timer = setTimeout(cut, REST, cutArch(mesh, rigid, surface));
    }
    strokeOutline(context, lines, colour, (point) => pictureToPane(view, size, point));
  };
}
