import { type Curve, curveThrough } from '../interpolation.ts';
import type { ToothKind, ToothSize } from './tooth-sizes.ts';

/** Half-width of a crown from its occlusal edge (0) to its neck (1), as a share of the maximum. */
export const crownWidth: Record<ToothKind, Curve> = {
  incisor: curveThrough([0, 0.86], [0.08, 0.97], [0.22, 1], [0.55, 0.93], [0.85, 0.77], [1, 0.7]),
  canine: curveThrough([0, 0.6], [0.15, 0.86], [0.34, 1], [0.62, 0.93], [0.85, 0.8], [1, 0.73]),
  premolar: curveThrough([0, 0.72], [0.18, 0.93], [0.36, 1], [0.66, 0.9], [0.88, 0.76], [1, 0.71]),
  molar: curveThrough([0, 0.8], [0.16, 0.95], [0.34, 1], [0.66, 0.95], [0.88, 0.87], [1, 0.84]),
};

/** Half-depth of a crown in the same form, across the arch. */
export const crownDepth: Record<ToothKind, Curve> = {
  incisor: curveThrough([0, 0.34], [0.3, 0.58], [0.6, 0.82], [0.85, 1], [1, 0.96]),
  canine: curveThrough([0, 0.3], [0.3, 0.62], [0.6, 0.9], [0.85, 1], [1, 0.95]),
  premolar: curveThrough([0, 0.6], [0.25, 0.88], [0.5, 1], [0.8, 0.95], [1, 0.88]),
  molar: curveThrough([0, 0.62], [0.25, 0.9], [0.5, 1], [0.8, 0.97], [1, 0.91]),
};

/** Depth of the occlusal surface at u (mm along the arch); its highest point is `deeper` mm down. */
export function cuspSurface(size: ToothSize, deeper: number, wear: number): Curve {
  const half = size.width / 2;
  const shoulder = (u: number) => Math.max(0, Math.abs(u) / half - 0.7) ** 2 * 7;
  const keep = 1 - 0.6 * wear;
  switch (size.kind) {
    case 'incisor':
      return (u) => deeper * 0.4 + shoulder(u) * 0.6;
    case 'canine':
      return (u) => deeper * 0.5 + Math.abs(u) * 0.6 * keep;
    case 'premolar':
      return (u) =>
        deeper + 1.5 * keep * Math.sin((Math.PI * u) / (2 * half)) ** 2 + shoulder(u) * 0.3;
    case 'molar':
      return (u) =>
        deeper +
        1.15 * keep * Math.cos((Math.PI * u) / half) ** 2 * ridge(u / half) +
        shoulder(u) * 0.5;
  }
}

/** The groove is deep between the two cusps of a molar's side; the ridge is low towards its ends. */
const ridge = (x: number) => 1 - 0.55 * x * x;

/** Thickness in mm of the enamel on the sides of a crown, down to zero at the neck. */
export function enamelThickness(h: number, neck: number): number {
  if (h >= neck) return 0;
  return 1.25 * (1 - h / neck) ** 0.75;
}
