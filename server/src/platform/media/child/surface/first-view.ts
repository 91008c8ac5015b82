import { cross, dot, scale, subtract, type Vector } from '../dicom/frame-attributes.ts';
import type { Mesh } from './mesh-builder.ts';

export interface FirstView {
  readonly right: Vector;
  readonly up: Vector;
  readonly towards: Vector;
}

/** Below this share of the area that all triangles have, a surface is closed and has no outer side. */
const OPEN_SHARE = 0.02;

/**
 * How a scan is shown first: its outer side, the chewing surfaces of a jaw, with the longer side of the arch across and
 * its front at the top. The coordinates of scanners do not tell where is up.
 */
export function findFirstView({ positions, indices }: Mesh): FirstView {
  const sum: [number, number, number] = [0, 0, 0];
  let area = 0;
  eachTriangle({ positions, indices }, (normal) => {
    const length = Math.hypot(...normal);
    area += length;
    for (const axis of [0, 1, 2] as const) sum[axis] += normal[axis];
  });
  const isOpen = Math.hypot(...sum) > OPEN_SHARE * area;
  const towards = isOpen ? normalize(sum) : ([0, 0, 1] as const);
  const other: Vector = Math.abs(towards[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
  const first = normalize(cross(other, towards));
  const second = cross(towards, first);
  const angle = findMainAngle(positions, first, second);
  const right = combine(first, second, Math.cos(angle), Math.sin(angle));
  const up = cross(towards, right);
  // The teeth of an arch lie at its front: more of its points than half of its depth.
  if (isTopHeavy(positions, up)) return { right, up, towards };
  return { right: scale(right, -1), up: scale(up, -1), towards };
}

/** Calls back with the normal of each triangle, twice its area long, and where its corners begin. */
export function eachTriangle(
  { positions, indices }: Mesh,
  call: (normal: Vector, corner: number) => void,
): void {
  for (let corner = 0; corner < indices.length; corner += 3) {
    const a = readVector(positions, indices[corner] ?? 0);
    const b = readVector(positions, indices[corner + 1] ?? 0);
    const c = readVector(positions, indices[corner + 2] ?? 0);
    call(cross(subtract(b, a), subtract(c, a)), corner);
  }
}

export const readVector = (positions: Float32Array, vertex: number): Vector => [
  positions[vertex * 3] ?? 0,
  positions[vertex * 3 + 1] ?? 0,
  positions[vertex * 3 + 2] ?? 0,
];

const normalize = (vector: Vector): Vector => scale(vector, 1 / Math.hypot(...vector));

const combine = (a: Vector, b: Vector, byA: number, byB: number): Vector => [
  a[0] * byA + b[0] * byB,
  a[1] * byA + b[1] * byB,
  a[2] * byA + b[2] * byB,
];

/** The direction in which points scatter most, as an angle from the first axis. */
function findMainAngle(positions: Float32Array, first: Vector, second: Vector): number {
  const count = positions.length / 3;
  let x = 0;
  let y = 0;
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (let vertex = 0; vertex < count; vertex += 1) {
    const point = readVector(positions, vertex);
    const a = dot(point, first);
    const b = dot(point, second);
    x += a;
    y += b;
    xx += a * a;
    xy += a * b;
    yy += b * b;
  }
  const covariance = xy / count - (x / count) * (y / count);
  const difference = xx / count - (x / count) ** 2 - (yy / count - (y / count) ** 2);
  return Math.atan2(2 * covariance, difference) / 2;
}

function isTopHeavy(positions: Float32Array, up: Vector): boolean {
  let low = Infinity;
  let high = -Infinity;
  let sum = 0;
  for (let vertex = 0; vertex < positions.length / 3; vertex += 1) {
    const height = dot(readVector(positions, vertex), up);
    low = Math.min(low, height);
    high = Math.max(high, height);
    sum += height;
  }
  return sum / (positions.length / 3) > (low + high) / 2;
}
