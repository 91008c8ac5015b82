import {
  clamp,
  distance,
  dot,
  mix,
  type Point2,
  type Point3,
  type Size,
  subtract,
} from './vectors.ts';
import { depthDirection, type PlaneView, patientToPane } from './volume/planes.ts';

/** The mandibular canal: points of its middle line in patient coordinates. */
export type Canal = readonly Point3[];

export interface ShortestLine {
  /** Millimetres. */
  readonly distance: number;
  /** The point of the first thing that is nearest, and that of the canal. */
  readonly from: Point3;
  readonly to: Point3;
}

/** The shortest line from a point, or from a line or polyline, to a canal; undefined if either has no points. */
export function distanceToCanal(target: readonly Point3[], canal: Canal): ShortestLine | undefined {
  return toSegments(target)
    .flatMap((segment) => toSegments(canal).map((other) => betweenSegments(segment, other)))
    .reduce<ShortestLine | undefined>(
      (best, line) => (best && best.distance <= line.distance ? best : line),
      undefined,
    );
}

export type Segment = readonly [Point3, Point3];

/** The segments of a polyline; a single point is a segment without length. */
export function toSegments(points: readonly Point3[]): readonly Segment[] {
  const [first] = points;
  if (first && points.length === 1) return [[first, first]];
  return points.slice(1).map((point, index) => [points[index] ?? point, point]);
}

/** The shortest line between two segments (Ericson, Real-Time Collision Detection, 5.1.9). */
function betweenSegments([a, b]: Segment, [c, d]: Segment): ShortestLine {
  const first = subtract(b, a);
  const second = subtract(d, c);
  const offset = subtract(a, c);
  const lengthA = dot(first, first);
  const lengthC = dot(second, second);
  const onA = dot(first, offset);
  const onC = dot(second, offset);
  const common = dot(first, second);
  const parallel = lengthA * lengthC - common * common;
  let s = 0;
  if (lengthA > 0 && parallel > 1e-12 * lengthA * lengthC)
    s = clamp((common * onC - onA * lengthC) / parallel, 0, 1);
  const t = lengthC > 0 ? clamp((common * s + onC) / lengthC, 0, 1) : 0;
  if (lengthA > 0) s = clamp((common * t - onA) / lengthA, 0, 1);
  const from = mix(a, b, s);
  const to = mix(c, d, t);
  return { distance: distance(from, to), from, to };
}

/** A polyline in a plane: the parts within half a slab, and the points where it passes through. */
export interface PolylineInPlane {
  readonly segments: readonly (readonly [Point2, Point2])[];
  readonly crossings: readonly Point2[];
}

export function polylineInPlane(
  points: readonly Point3[],
  view: PlaneView,
  paneSize: Size,
  slab: number,
): PolylineInPlane {
  const depth = depthDirection(view);
  const onPane = (point: Point3) => patientToPane(view, paneSize, point).point;
  const segments: [Point2, Point2][] = [];
  const crossings: Point2[] = [];
  for (const [from, to] of toSegments(points)) {
    const [start, end] = [from, to].map((point) => dot(subtract(point, view.centre), depth)) as [
      number,
      number,
    ];
    const shareAt = (target: number) => (target - start) / (end - start);
    if (start < 0 !== end < 0) crossings.push(onPane(mix(from, to, shareAt(0))));
    const limits = [shareAt(-slab / 2), shareAt(slab / 2)];
    const isLevel = Math.abs(end - start) < 1e-9;
    if (isLevel && Math.abs(start) > slab / 2) continue;
    const low = isLevel ? 0 : clamp(Math.min(...limits), 0, 1);
    const high = isLevel ? 1 : clamp(Math.max(...limits), 0, 1);
    if (high > low) segments.push([onPane(mix(from, to, low)), onPane(mix(from, to, high))]);
  }
  return { segments, crossings };
}
