import { afterEach, expect, test, vi } from 'vitest';
import { createCurve } from '../../geometry/arch/curve.ts';
import { COLUMN_STRIDE, panoramicSurface } from '../../geometry/arch/panoramic.ts';
import { fitView } from '../../geometry/picture-view.ts';
import type { Point3 } from '../../geometry/vectors.ts';
import { type Axes, STANDARD } from '../../geometry/volume/axes.ts';
import { fromAngles, toAxes } from '../../geometry/volume/straightening.ts';
import { type ArchSurface, createArchOutline, cutArch } from './cut-arch.ts';
import { type ScanMesh, STRIDE } from './decode-mesh.ts';

const RADIUS = 25;
const COLUMN = 0.25;
const TOP = 30;

/** Half a circle that is open to the back, from the patient's right to the left. */
const curve = createCurve(
  Array.from({ length: 13 }, (_, index): Point3 => {
    const angle = (index / 12) * Math.PI;
    return [-RADIUS * Math.cos(angle), -RADIUS * Math.sin(angle), 0];
  }),
);
const columns = panoramicSurface(curve, { millimetresPerPixel: COLUMN });
const createSurface = (axes: Axes): ArchSurface => ({
  size: { width: columns.length / COLUMN_STRIDE, height: TOP / COLUMN },
  fromPatient(point) {
    const straight = toAxes(axes, point);
    const { position, offset } = curve.nearest(straight);
    return { point: [position / COLUMN, (TOP - straight[2]) / COLUMN], depth: offset };
  },
});

const SIDE = 0.5;
const STEPS = 60;

/** A sheet of 30 × 30 mm over a point, in steps of 0.5 mm; its height is 10 mm + x / 10. */
function createSheet(x: number, y: number): ScanMesh {
  const width = STEPS + 1;
  const corners: number[] = [];
  const coordinates = new Uint16Array(width * width * STRIDE);
  for (let vertex = 0; vertex < width * width; vertex += 1) {
    const column = vertex % width;
    const row = Math.floor(vertex / width);
    coordinates.set([column * SIDE * 100, row * SIDE * 100, column * SIDE * 10], vertex * STRIDE);
    if (column === STEPS || row === STEPS) continue;
    const below = vertex + width;
    corners.push(vertex, vertex + 1, below, vertex + 1, below + 1, below);
  }
  return {
    metadata: {
      version: 1,
      kind: 'surface',
      triangles: corners.length / 3,
      vertices: width * width,
      indexBytes: 1,
      vertexBytes: 1,
      origin: [x, y, 10],
      step: 0.01,
      size: [30, 30, 3],
      view: { right: [1, 0, 0], up: [0, 1, 0], towards: [0, 0, 1] },
    },
    coordinates,
    normals: new Int8Array(coordinates.length),
    indices: Uint32Array.from(corners),
  };
}

/** Columns and rows where the sheet crosses the cylinder, by columns. */
function cut(axes: Axes, x: number, y: number) {
  const [left, back, head] = axes;
  // The sheet lies in the straightened head.
  const rigid = {
    rotation: [
      [left[0], back[0], head[0]],
      [left[1], back[1], head[1]],
      [left[2], back[2], head[2]],
    ],
    shift: [0, 0, 0],
  } as const;
  const work = cutArch(createSheet(x, y), rigid, createSurface(axes));
  let step = work.next();
  while (!step.done) step = work.next();
  const lines = step.value;
  return Array.from({ length: lines.length / 2 }, (_, end) => ({
    column: lines[end * 2] ?? 0,
    row: lines[end * 2 + 1] ?? 0,
  }));
}

const findPoint = (column: number): readonly [number, number] => {
  const at = Math.round(column) * COLUMN_STRIDE;
  return [columns[at] ?? 0, columns[at + 1] ?? 0];
};

for (const [name, axes] of [
  ['a head', STANDARD],
  ['a straightened head', fromAngles({ pitch: -8, yaw: 12, roll: 5 })],
] as const)
  test(`on the panoramic of ${name} a scan is one line along the arch, at its height`, () => {
    // From the front of the arch to its left side.
    const points = cut(axes, 0, -30);
    expect(points.length).toBeGreaterThan(60);
    for (const { column, row } of points) {
      const [x] = findPoint(column);
      expect(Math.abs(TOP - row * COLUMN - (10 + x / 10))).toBeLessThan(0.05);
      expect(x).toBeGreaterThan(-0.3);
    }
    // A quarter of the circle, without the triangles that reach beyond its end.
    const all = points.map(({ column }) => column);
    const length = (Math.max(...all) - Math.min(...all)) * COLUMN;
    expect(Math.abs(length - (RADIUS * Math.PI) / 2)).toBeLessThan(0.75);
  });

test('what lies beside the arch, and beyond its ends, is not on the panoramic', () => {
  expect(cut(STANDARD, -15, 5)).toEqual([]);
  expect(cut(STANDARD, -15, -15)).toEqual([]);
  expect(cut(STANDARD, 30, -15)).toEqual([]);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A sheet over the front of the arch on the panoramic of a pane; each batch takes longer than a task may. */
function drawSheet() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 20;
    return now;
  });
  const redraw = vi.fn();
  const rigid = { rotation: STANDARD, shift: [0, 0, 0] } as const;
  const outline = createArchOutline(createSheet(0, -30), rigid, 'white', redraw);
  const lineTo = vi.fn();
  const context = { beginPath() {}, moveTo() {}, lineTo, stroke() {} };
  const size = { width: 400, height: 300 };
  const view = fitView(size, size);
  return {
    redraw,
    stop: outline.stop,
    countLines(surface: ReturnType<typeof createSurface>) {
      lineTo.mockClear();
      outline.draw(context as unknown as CanvasRenderingContext2D, view, surface, size);
      return lineTo.mock.calls.length;
    },
  };
}

test('a scan is cut once the arch has stopped, in several tasks, and drawn then', () => {
  const { redraw, countLines } = drawSheet();
  const surface = createSurface(STANDARD);
  expect(countLines(surface)).toBe(0);
  vi.advanceTimersByTime(100);
  expect(redraw).not.toHaveBeenCalled();
  let tasks = 0;
  for (; redraw.mock.calls.length === 0; tasks += 1) vi.advanceTimersToNextTimer();
  expect(tasks).toBeGreaterThan(2);
  expect(countLines(surface)).toBeGreaterThan(30);
});

test('while the arch moves no scan is cut, and the cut of a former arch ends', () => {
  const { redraw, countLines } = drawSheet();
  const now = vi.mocked(performance.now);
  for (let step = 0; step < 20; step += 1) {
    expect(countLines(createSurface(STANDARD))).toBe(0);
    vi.advanceTimersByTime(100);
  }
  expect(now).not.toHaveBeenCalled();
  vi.advanceTimersToNextTimer();
  expect(now).toHaveBeenCalled();
  expect(countLines(createSurface(STANDARD))).toBe(0);
  vi.advanceTimersByTime(100);
  expect(redraw).not.toHaveBeenCalled();
});

test('a cut that is stopped draws nothing, and begins again with the next drawing', () => {
  const { redraw, stop, countLines } = drawSheet();
  const surface = createSurface(STANDARD);
  countLines(surface);
  vi.advanceTimersByTime(150);
  stop();
  expect(vi.getTimerCount()).toBe(0);
  expect(redraw).not.toHaveBeenCalled();
  countLines(surface);
  expect(vi.getTimerCount()).toBe(1);
});
