import type { Curve } from './curve.ts';
import { along, type Point2, type Point3, type Size } from './vectors.ts';
import { boundsOf, type VolumeSpace } from './volume-space.ts';

/** What a pane shows of the panoramic: the surface through the arch, unrolled. The patient's right is on the left. */
export interface PanoramicView {
  /** What is in the middle of the pane: millimetres along the arch, and height in the patient (z). */
  readonly position: number;
  readonly height: number;
  readonly millimetresPerPixel: number;
}

/** Numbers per column of a panoramic surface: x, y and z of the arch, x and y of its outward normal. */
export const COLUMN_STRIDE = 5;

/**
 * The columns of a panoramic, one every `millimetresPerPixel` along the arch: x, y, z, nx, ny of each. The slab of a
 * column extends along its normal.
 */
export function panoramicSurface(
  curve: Curve,
  { millimetresPerPixel }: { readonly millimetresPerPixel: number },
): Float32Array {
  const columns = Math.floor(curve.length / millimetresPerPixel + 1e-9) + 1;
  const surface = new Float32Array(columns * COLUMN_STRIDE);
  for (let column = 0; column < columns; column += 1) {
    const position = column * millimetresPerPixel;
    const [nx, ny] = curve.normalAt(position);
    surface.set([...curve.pointAt(position), nx, ny], column * COLUMN_STRIDE);
  }
  return surface;
}

/** The whole arch and the whole height of the volume in the pane. */
export function panoramicView(curve: Curve, space: VolumeSpace, paneSize: Size): PanoramicView {
  const heights = boundsOf(space).map((corner) => corner[2]);
  const [bottom, top] = [Math.min(...heights), Math.max(...heights)];
  return {
    position: curve.length / 2,
    height: (bottom + top) / 2,
    millimetresPerPixel: Math.max(
      curve.length / Math.max(paneSize.width, 1),
      (top - bottom) / Math.max(paneSize.height, 1),
    ),
  };
}

/** The point of the surface under a point of the pane; beyond the ends of the arch, its end. */
export function panoramicToPatient(
  view: PanoramicView,
  curve: Curve,
  paneSize: Size,
  point: Point2,
): Point3 {
  const [x, y] = curve.pointAt(positionAt(view, paneSize, point));
  return [x, y, view.height - (point[1] - paneSize.height / 2) * view.millimetresPerPixel];
}

/** Millimetres along the arch under a point of the pane, not limited to the arch. */
export const positionAt = (
  { position, millimetresPerPixel }: PanoramicView,
  { width }: Size,
  [x]: Point2,
): number => position + (x - width / 2) * millimetresPerPixel;

/** Where a point of the patient is seen, and how far outside of the arch it lies (depth, positive: buccal). */
export function patientToPanoramic(
  view: PanoramicView,
  curve: Curve,
  paneSize: Size,
  patient: Point3,
): { readonly point: Point2; readonly depth: number } {
  const { position, offset } = curve.nearest(patient);
  return {
    point: [
      paneSize.width / 2 + (position - view.position) / view.millimetresPerPixel,
      paneSize.height / 2 - (patient[2] - view.height) / view.millimetresPerPixel,
    ],
    depth: offset,
  };
}

/** A curve parallel to the arch, outwards by millimetres: where the edge of a slab is drawn in the axial plane. */
export function offsetCurve(curve: Curve, offset: number, step = 1): readonly Point3[] {
  const count = Math.max(1, Math.ceil(curve.length / step));
  return Array.from({ length: count + 1 }, (_, index) => {
    const position = (index / count) * curve.length;
    return along(curve.pointAt(position), curve.normalAt(position), offset);
  });
}

export const panBy = (view: PanoramicView, [x, y]: Point2): PanoramicView => ({
  ...view,
  position: view.position - x * view.millimetresPerPixel,
  height: view.height + y * view.millimetresPerPixel,
});

/** Zooms by a factor (above 1: larger); what is under `point` stays there. */
export function zoomAt(
  view: PanoramicView,
  { width, height }: Size,
  [x, y]: Point2,
  factor: number,
): PanoramicView {
  const millimetresPerPixel = view.millimetresPerPixel / factor;
  const difference = view.millimetresPerPixel - millimetresPerPixel;
  return {
    position: view.position + (x - width / 2) * difference,
    height: view.height - (y - height / 2) * difference,
    millimetresPerPixel,
  };
}
