import { type Canal, type ShortestLine, toSegments } from './canal.ts';
import { toDegrees } from './measure.ts';
import {
  add,
  along,
  clamp,
  distance,
  dot,
  mix,
  norm,
  normalize,
  type Point3,
  scale,
  subtract,
} from './vectors.ts';
import type { PlaneView } from './volume/planes.ts';

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

/**
 * Millimetres between the walls of two implants; 0 where they touch. Alternating projections onto two convex bodies end
 * at their nearest points.
 */
export function implantToImplant(one: Implant, other: Implant): number {
  let onOne = along(one.position, one.direction, one.length / 2);
  let onOther = nearestOn(other, onOne);
  for (let round = 0; round < 500; round += 1) {
    const before = distance(onOne, onOther);
    onOne = nearestOn(one, onOther);
    onOther = nearestOn(other, onOne);
    if (before - distance(onOne, onOther) < 1e-9) break;
  }
  const found = distance(onOne, onOther);
  return found < TOUCH ? 0 : found;
}

/** Millimetres below which two walls touch. */
const TOUCH = 1e-3;

/** The angle between the axes of two implants, 0 to 90 degrees. */
export const measureAxisAngle = (one: Implant, other: Implant): number =>
  toDegrees(Math.acos(clamp(Math.abs(dot(one.direction, other.direction)), 0, 1)));

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
