import { dot, type Vector } from '../dicom/frame-attributes.ts';
import { eachTriangle, findFirstView, readVector } from './first-view.ts';
import type { Mesh } from './mesh-builder.ts';

const WIDTH = 1280;
const HEIGHT = 960;
/** Of the picture, free on each side. */
const MARGIN = 0.04;

export interface DrawnSurface {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A grey picture of the first view with the light beside the viewer, for lists. */
export function drawSurface(mesh: Mesh): DrawnSurface {
  const view = findFirstView(mesh);
  const points = projectPoints(mesh.positions, view);
  const pixels = new Uint8Array(WIDTH * HEIGHT);
  const depths = new Float32Array(WIDTH * HEIGHT).fill(-Infinity);
  eachTriangle(mesh, (normal, corner) => {
    const [a, b, c] = [0, 1, 2].map((next) =>
      readVector(points, mesh.indices[corner + next] ?? 0),
    ) as [Vector, Vector, Vector];
    const length = Math.hypot(...normal) || 1;
    const facing = Math.abs(dot(normal, view.towards)) / length;
    const above = dot(normal, view.up) / length;
    const shade = Math.round(40 + 170 * facing + 40 * Math.max(0, above));
    fillTriangle([a, b, c], (at, depth) => {
      if (depth <= (depths[at] ?? 0)) return;
      depths[at] = depth;
      pixels[at] = shade;
    });
  });
  return { pixels, width: WIDTH, height: HEIGHT };
}

/** Columns, rows and heights above the picture, all in pixels. */
function projectPoints(
  positions: Float32Array,
  { right, up, towards }: ReturnType<typeof findFirstView>,
): Float32Array {
  const points = new Float32Array(positions.length);
  const low = [Infinity, Infinity];
  const high = [-Infinity, -Infinity];
  for (let at = 0; at < positions.length; at += 3) {
    const point = readVector(positions, at / 3);
    const projected = [dot(point, right), -dot(point, up), dot(point, towards)];
    points.set(projected, at);
    for (const axis of [0, 1]) {
      low[axis] = Math.min(low[axis] ?? 0, projected[axis] ?? 0);
      high[axis] = Math.max(high[axis] ?? 0, projected[axis] ?? 0);
    }
  }
  const [left = 0, top = 0] = low;
  const width = (high[0] ?? 0) - left || 1;
  const height = (high[1] ?? 0) - top || 1;
  const room = 1 - 2 * MARGIN;
  const scale = Math.min((WIDTH * room) / width, (HEIGHT * room) / height);
  for (let at = 0; at < points.length; at += 3) {
    const [x, y, z] = readVector(points, at / 3);
    points[at] = (x - left - width / 2) * scale + WIDTH / 2;
    points[at + 1] = (y - top - height / 2) * scale + HEIGHT / 2;
    points[at + 2] = z * scale;
  }
  return points;
}

/** Calls back for each pixel whose centre lies in the triangle. */
function fillTriangle(
  [a, b, c]: readonly [Vector, Vector, Vector],
  call: (at: number, depth: number) => void,
): void {
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  if (area === 0) return;
  const top = Math.max(0, Math.ceil(Math.min(a[1], b[1], c[1]) - 0.5));
  const bottom = Math.min(HEIGHT - 1, Math.floor(Math.max(a[1], b[1], c[1]) - 0.5));
  const left = Math.max(0, Math.ceil(Math.min(a[0], b[0], c[0]) - 0.5));
  const right = Math.min(WIDTH - 1, Math.floor(Math.max(a[0], b[0], c[0]) - 0.5));
  for (let row = top; row <= bottom; row += 1)
    for (let column = left; column <= right; column += 1) {
      const x = column + 0.5;
      const y = row + 0.5;
      const ofB = ((x - a[0]) * (c[1] - a[1]) - (y - a[1]) * (c[0] - a[0])) / area;
      const ofC = ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / area;
      if (ofB < 0 || ofC < 0 || ofB + ofC > 1) continue;
      call(row * WIDTH + column, a[2] + ofB * (b[2] - a[2]) + ofC * (c[2] - a[2]));
    }
}
