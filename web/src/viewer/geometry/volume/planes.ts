import {
  add,
  along,
  clamp,
  cross,
  dot,
  type Point2,
  type Point3,
  type Size,
  scale,
  subtract,
} from '../vectors.ts';
import { type Axes, STANDARD } from './axes.ts';
import { listCorners, type VolumeSpace } from './volume-space.ts';

/** The plane of a volume in a pane, in patient coordinates. Its depth direction points into the screen. */
export interface PlaneView {
  /** The point in the middle of the pane, millimetres. */
  readonly centre: Point3;
  /** Unit vectors of the pane's x and y. */
  readonly right: Point3;
  readonly down: Point3;
  readonly millimetresPerPixel: number;
}

export type PlaneName = 'axial' | 'coronal' | 'sagittal';

/**
 * Radiological orientation: axial seen from the feet and coronal from the front, so that the patient's left is on the
 * right of the screen; sagittal seen from the left, the face on the left of the screen; the head is up.
 */
export const planeDirections = (
  plane: PlaneName,
  [left, back, head]: Axes,
): Pick<PlaneView, 'right' | 'down'> => ({
  right: plane === 'sagittal' ? back : left,
  down: plane === 'axial' ? back : scale(head, -1),
});

/** The anatomical plane through a point, with the whole volume in the pane. `axes`: those of a straightened head. */
export function planeView(
  space: VolumeSpace,
  plane: PlaneName,
  through: Point3,
  paneSize: Size,
  axes: Axes = STANDARD,
): PlaneView {
  const { right, down } = planeDirections(plane, axes);
  const across = findExtent(space, right);
  const upright = findExtent(space, down);
  const middle = add(
    along(through, right, across.middle - dot(through, right)),
    scale(down, upright.middle - dot(through, down)),
  );
  return {
    centre: middle,
    right,
    down,
    millimetresPerPixel: Math.max(
      across.length / Math.max(paneSize.width, 1),
      upright.length / Math.max(paneSize.height, 1),
    ),
  };
}

/** The middle and the length of a volume along a unit vector, millimetres. */
export function findExtent(space: VolumeSpace, direction: Point3) {
  const distances = listCorners(space).map((corner) => dot(corner, direction));
  const from = Math.min(...distances);
  const to = Math.max(...distances);
  return { middle: (from + to) / 2, length: to - from };
}

/** Millimetres per pixel that show a field of so many millimetres in the smaller side of a pane. */
export const fitField = (field: number, { width, height }: Size): number =>
  field / Math.max(Math.min(width, height), 1);

/** The unit vector into the screen. */
export const depthDirection = ({ right, down }: Pick<PlaneView, 'right' | 'down'>): Point3 =>
  cross(right, down);

export function paneToPatient(view: PlaneView, { width, height }: Size, point: Point2): Point3 {
  const { centre, right, down, millimetresPerPixel } = view;
  const across = (point[0] - width / 2) * millimetresPerPixel;
  return along(along(centre, right, across), down, (point[1] - height / 2) * millimetresPerPixel);
}

/** The point of the pane, and how far behind the plane the patient's point lies (negative: in front), millimetres. */
export function patientToPane(
  view: PlaneView,
  { width, height }: Size,
  patient: Point3,
): { readonly point: Point2; readonly depth: number } {
  const offset = subtract(patient, view.centre);
  const { right, down, millimetresPerPixel } = view;
  return {
    point: [
      width / 2 + dot(offset, right) / millimetresPerPixel,
      height / 2 + dot(offset, down) / millimetresPerPixel,
    ],
    depth: dot(offset, depthDirection(view)),
  };
}

/** The same plane orientation through another point; position and zoom in the pane do not change. */
export function throughPoint(view: PlaneView, point: Point3): PlaneView {
  const depth = depthDirection(view);
  const difference = dot(subtract(point, view.centre), depth);
  return { ...view, centre: along(view.centre, depth, difference) };
}

/** Zooms by a factor (above 1: larger); what is under `point` stays there. */
export function zoomAt(view: PlaneView, paneSize: Size, point: Point2, factor: number): PlaneView {
  const millimetresPerPixel = clamp(view.millimetresPerPixel / factor, MIN_ZOOM, MAX_ZOOM);
  const fixed = paneToPatient(view, paneSize, point);
  const moved = paneToPatient({ ...view, millimetresPerPixel }, paneSize, point);
  return { ...view, millimetresPerPixel, centre: add(view.centre, subtract(fixed, moved)) };
}

/** Millimetres per CSS pixel. */
const MIN_ZOOM = 0.005;
const MAX_ZOOM = 5;

/** Moves the picture by CSS pixels, as a finger drags it. */
export function panBy(view: PlaneView, [x, y]: Point2): PlaneView {
  const { centre, right, down, millimetresPerPixel } = view;
  return {
    ...view,
    centre: along(along(centre, right, -x * millimetresPerPixel), down, -y * millimetresPerPixel),
  };
}

/** Rotates the picture clockwise around the middle of the pane. */
export function rotateBy(view: PlaneView, degrees: number): PlaneView {
  const angle = (degrees * Math.PI) / 180;
  const cosine = Math.cos(angle);
  const sine = Math.sin(angle);
  const { right, down } = view;
  return {
    ...view,
    right: add(scale(right, cosine), scale(down, -sine)),
    down: add(scale(down, cosine), scale(right, sine)),
  };
}

/** Swaps left and right of the screen: the plane seen from behind. */
export const mirror = (view: PlaneView): PlaneView => ({ ...view, right: scale(view.right, -1) });
