import { type PictureView, pictureToPane } from '../../geometry/picture-view.ts';
import { movePoint, type Rigid } from '../../geometry/registration/rigid.ts';
import type { Point2, Point3, Size } from '../../geometry/vectors.ts';
import { findCrossings, type Outline, strokeOutline } from './cut-mesh.ts';
import type { ScanMesh } from './decode-mesh.ts';
import { vertexReader } from './pick-point.ts';

/** The curved surface through the dental arch, see `PanoramicSurface`. */
export interface ArchSurface {
  readonly size: Size;
  readonly fromPatient: (point: Point3) => { readonly point: Point2; readonly depth: number };
}

/** Vertices or triangles between two pauses: some milliseconds. */
const BATCH = 2_000;

/** Where the moved scan crosses the surface through the arch, in columns and rows. Pauses after each batch. */
export function* cutArch(
  mesh: ScanMesh,
  rigid: Rigid,
  surface: ArchSurface,
): Generator<undefined, Outline> {
  const last = surface.size.width - 1;
  const read = vertexReader(mesh);
  const { vertices } = mesh.metadata;
  const depths = new Float64Array(vertices);
  const across = new Float64Array(vertices);
  const down = new Float64Array(vertices);
  for (const vertex of depths.keys()) {
    if (vertex % BATCH === 0) yield;
    const { point, depth } = surface.fromPatient(movePoint(rigid, read(vertex)));
    const [column, row] = point;
    // A point beyond an end of the arch is nearest to that end.
    depths[vertex] = column > 0 && column < last ? depth : Number.NaN;
    across[vertex] = column;
    down[vertex] = row;
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

/** Milliseconds without another arch after which a scan is cut along it, and of one task of that. */
const REST = 150;
const TASK = 12;

/**
 * Draws the outline of a moved scan on the panoramic, in CSS pixels of its pane. A scan of a million triangles is cut in
 * half a second: only once the arch has stopped, in short tasks, and nothing is drawn before. Then `redraw` is called.
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
  return {
    draw(
      context: CanvasRenderingContext2D,
      view: PictureView,
      surface: ArchSurface,
      size: Size,
    ): void {
      if (last !== surface) {
        last = surface;
        lines = [];
        clearTimeout(timer);
        timer = setTimeout(cut, REST, cutArch(mesh, rigid, surface));
      }
      strokeOutline(context, lines, colour, (point) => pictureToPane(view, size, point));
    },

    /** Ends a cut that is not finished. */
    stop(): void {
      clearTimeout(timer);
      last = undefined;
    },
  };
}
