import { findApex, type Implant } from './implant.ts';
import {
  add,
  along,
  cross,
  dot,
  mix,
  normalize,
  type Point2,
  type Point3,
  type Size,
  scale,
  subtract,
} from './vectors.ts';
import { depthDirection, type PlaneView, patientToPane } from './volume/planes.ts';

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
