import type { Point3 } from '../vectors.ts';
import type { Curve } from './curve.ts';

/** Numbers per column of a panoramic surface: x, y and z of the arch, x and y of its outward normal. */
export const COLUMN_STRIDE = 5;

/** The columns of a panoramic along the arch: x, y, z, nx, ny of each. Its slab extends along the normal. */
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

/** Points of the arch, at most a millimetre apart: how it is drawn in the axial plane. */
export function traceOutline(curve: Curve): readonly Point3[] {
  const count = Math.max(1, Math.ceil(curve.length));
  return Array.from({ length: count + 1 }, (_, index) =>
    curve.pointAt((index / count) * curve.length),
  );
}
