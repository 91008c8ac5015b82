import {
  add,
  along,
  dot,
  type Point2,
  type Point3,
  type Size,
  scale,
  subtract,
} from './vectors.ts';

/** A parallel view of a surface scan. Its directions are unit vectors, its lengths millimetres. */
export interface ScanCamera {
  readonly right: Point3;
  readonly up: Point3;
  /** From the scan to the viewer. */
  readonly towards: Point3;
  /** Shown in the middle of the canvas. */
  readonly centre: Point3;
  /** CSS pixels of a millimetre. */
  readonly zoom: number;
}

type Directions = Pick<ScanCamera, 'right' | 'up' | 'towards'>;

const RADIANS_PER_PIXEL = 0.01;
const MIN_ZOOM = 0.5;
const MAX_ZOOM = 400;
/** Of the canvas, free on each side. */
const MARGIN = 0.06;

/** Rotates the scan like a ball under the finger. */
export function rotateScan(camera: ScanCamera, [x, y]: Point2): ScanCamera {
  const across = rotatePair(camera.right, camera.towards, x * RADIANS_PER_PIXEL);
  const down = rotatePair(camera.up, across.second, -y * RADIANS_PER_PIXEL);
  return { ...camera, right: across.first, up: down.first, towards: down.second };
}

/** Both directions after a rotation of the scan that moves the second one to the first. */
function rotatePair(first: Point3, second: Point3, angle: number) {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  return {
    first: add(scale(first, cos), scale(second, sin)),
    second: add(scale(second, cos), scale(first, -sin)),
  };
}

export function panScan(camera: ScanCamera, [x, y]: Point2): ScanCamera {
  const centre = along(
    along(camera.centre, camera.right, -x / camera.zoom),
    camera.up,
    y / camera.zoom,
  );
  return { ...camera, centre };
}

/** The same point of the scan stays at `point`, in CSS pixels of a canvas of this size. */
export function zoomScan(
  camera: ScanCamera,
  factor: number,
  { point, size }: { readonly point: Point2; readonly size: Size },
): ScanCamera {
  const zoom = Math.min(Math.max(camera.zoom * factor, MIN_ZOOM), MAX_ZOOM);
  const offset: Point2 = [point[0] - size.width / 2, point[1] - size.height / 2];
  const share = camera.zoom / zoom - 1;
  return { ...panScan(camera, [offset[0] * share, offset[1] * share]), zoom };
}

/** The whole scan, seen along these directions. `box`: its lowest corner and its size along the axes of its file. */
export function fitScan(
  { right, up, towards }: Directions,
  box: { readonly origin: Point3; readonly size: Point3 },
  size: Size,
): ScanCamera {
  const extent = (direction: Point3) =>
    box.size.reduce((sum, side, axis) => sum + Math.abs(side * (direction[axis] ?? 0)), 0);
  const room = 1 - 2 * MARGIN;
  const zoom = Math.min(
    (size.width * room) / Math.max(extent(right), 1e-3),
    (size.height * room) / Math.max(extent(up), 1e-3),
  );
  return { right, up, towards, centre: add(box.origin, scale(box.size, 0.5)), zoom };
}

/** CSS pixels from the top left corner of a canvas of this size. */
export function projectPoint(
  { right, up, centre, zoom }: ScanCamera,
  point: Point3,
  size: Size,
): Point2 {
  const offset = subtract(point, centre);
  return [size.width / 2 + dot(offset, right) * zoom, size.height / 2 - dot(offset, up) * zoom];
}

export const sides = ['top', 'bottom', 'front', 'back', 'left', 'right'] as const;
export type ScanSide = (typeof sides)[number];

const negate = (direction: Point3): Point3 => scale(direction, -1);

/** The directions of a side of the scan, by those of its first view. Left and right are those of the screen. */
export function findDirections(first: Directions, side: ScanSide): Directions {
  const { right, up, towards } = first;
  const views: Readonly<Record<ScanSide, Directions>> = {
    top: first,
    bottom: { right: negate(right), up, towards: negate(towards) },
    front: { right: negate(right), up: towards, towards: up },
    back: { right, up: towards, towards: negate(up) },
    left: { right: negate(up), up: towards, towards: negate(right) },
    right: { right: up, up: towards, towards: right },
  };
  return views[side];
}
