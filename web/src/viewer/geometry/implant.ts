import { type Canal, type ShortestLine, toSegments } from './canal.ts';
import { toDegrees } from './measure.ts';
import { depthDirection, type PlaneView, patientToPane } from './planes.ts';
import {
  add,
  along,
  clamp,
  cross,
  distance,
  dot,
  mix,
  norm,
  normalize,
  type Point2,
  type Point3,
  type Size,
  scale,
  subtract,
} from './vectors.ts';

/** A cylinder in the jaw; millimetres, patient coordinates. */
export interface Implant {
  /** The centre of the platform. */
  readonly position: Point3;
  /** From the platform to the apex: a unit vector. */
  readonly direction: Point3;
  readonly diameter: number;
  readonly length: number;
}

/** The centre of the apical end. */
export const findApex = ({ position, direction, length }: Implant): Point3 =>
  along(position, direction, length);

/**
 * The direction of an implant in the plane of a view, for example a cross-section. 0 degrees points down the screen,
 * positive tilts turn the apex to the right of the screen; 180 points up, as in the upper jaw.
 */
export function directionOfTilt({ right, down }: PlaneView, degrees: number): Point3 {
  const angle = (degrees * Math.PI) / 180;
  return normalize(add(scale(down, Math.cos(angle)), scale(right, Math.sin(angle))));
}

/** The tilt of an implant as a view shows it, -180 to 180 degrees. */
export const measureTilt = ({ direction }: Implant, { right, down }: PlaneView): number =>
  toDegrees(Math.atan2(dot(direction, right), dot(direction, down)));

/** Sides of the prism that approximates the cylinder: its radius is exact within 0.06 %. */
const SIDES = 64;

function createRings(implant: Implant): readonly [readonly Point3[], readonly Point3[]] {
  const { position, direction, diameter } = implant;
  const helper: Point3 = Math.abs(direction[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0];
  const first = normalize(cross(direction, helper));
  const second = cross(direction, first);
  const ring = (centre: Point3) =>
    Array.from({ length: SIDES }, (_, index) => {
      const angle = (index / SIDES) * 2 * Math.PI;
      const edge = add(scale(first, Math.cos(angle)), scale(second, Math.sin(angle)));
      return along(centre, edge, diameter / 2);
    });
  return [ring(position), ring(findApex(implant))];
}

/** Where a plane cuts the cylinder: a convex polygon on the pane; empty where it does not. */
export function outlineInPlane(
  implant: Implant,
  view: PlaneView,
  paneSize: Size,
): readonly Point2[] {
  const [top, bottom] = createRings(implant);
  const depth = depthDirection(view);
  const depthAt = (point: Point3) => dot(subtract(point, view.centre), depth);
  const edges = top.flatMap((point, index) => {
    const next = (index + 1) % SIDES;
    const below = bottom[index] ?? point;
    return [
      [point, below],
      [point, top[next] ?? point],
      [below, bottom[next] ?? below],
    ] as const;
  });
  const cuts = edges.flatMap(([from, to]) => {
    const a = depthAt(from);
    const b = depthAt(to);
    return a < 0 === b < 0 ? [] : [mix(from, to, a / (a - b))];
  });
  return convexHull(cuts.map((point) => patientToPane(view, paneSize, point).point));
}

/** The shadow of the cylinder on a view, wherever it lies in depth. */
export function silhouetteInPlane(
  implant: Implant,
  view: PlaneView,
  paneSize: Size,
): readonly Point2[] {
  return convexHull(
    createRings(implant)
      .flat()
      .map((point) => patientToPane(view, paneSize, point).point),
  );
}

/** Andrew's monotone chain. */
function convexHull(points: readonly Point2[]): readonly Point2[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (ordered: readonly Point2[]) => {
    const chain: Point2[] = [];
    for (const point of ordered) {
      while (chain.length > 1 && !isLeftTurn(chain.at(-2), chain.at(-1), point)) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

function isLeftTurn(a: Point2 | undefined, b: Point2 | undefined, c: Point2): boolean {
  if (!a || !b) return true;
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0;
}

/**
 * The shortest line from the solid cylinder to a canal; distance 0 where they touch. undefined if the canal has no
 * points. Along a segment the distance to a convex body has one minimum, which golden-section search finds.
 */
export function implantToCanal(implant: Implant, canal: Canal): ShortestLine | undefined {
  return toSegments(canal)
    .map(([from, to]) => {
      const distanceAt = (share: number) => distanceTo(implant, mix(from, to, share));
      let low = 0;
      let high = 1;
      for (let round = 0; round < 60; round += 1) {
        const a = high - (high - low) * GOLDEN;
        const b = low + (high - low) * GOLDEN;
        if (distanceAt(a) <= distanceAt(b)) high = b;
        else low = a;
      }
      const nearest = [0, (low + high) / 2, 1].reduce((best, share) =>
        distanceAt(share) < distanceAt(best) ? share : best,
      );
      const onCanal = mix(from, to, nearest);
      const onImplant = nearestOn(implant, onCanal);
      return { distance: distance(onImplant, onCanal), from: onImplant, to: onCanal };
    })
    .reduce<ShortestLine | undefined>(
      (best, line) => (best && best.distance <= line.distance ? best : line),
      undefined,
    );
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;

const distanceTo = (implant: Implant, point: Point3): number =>
  distance(nearestOn(implant, point), point);

/** The point of the solid cylinder that is nearest to a point: the point itself if it lies inside. */
function nearestOn({ position, direction, diameter, length }: Implant, point: Point3): Point3 {
  const offset = subtract(point, position);
  const depth = dot(offset, direction);
  const radial = subtract(offset, scale(direction, depth));
  const radius = norm(radial);
  const onAxis = along(position, direction, clamp(depth, 0, length));
  const share = radius > diameter / 2 ? diameter / 2 / radius : 1;
  return along(onAxis, radial, share);
}
