import type { PictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { distance, type Point2, type Point3 } from './vectors.ts';

/**
 * Size of the pixels of a picture in millimetres. `calibrated`: true in the patient; `detector`: at the detector, so
 * magnified in the patient; `user`: by a length that the user knows; `none`: unknown, distances are pixels.
 */
export interface PictureScale {
  readonly kind: 'calibrated' | 'detector' | 'user' | 'none';
  /** Across and down. 1 and 1 where they are unknown. */
  readonly millimetresPerPixel: Point2;
  /** Share by which all lengths may be wrong: the uncertainty of the user's calibration. */
  readonly relativeUncertainty?: number;
}

const NO_SCALE: PictureScale = { kind: 'none', millimetresPerPixel: [1, 1] };

export function readScale({
  spacing,
  spacingKind,
}: Pick<PictureMetadata, 'spacing' | 'spacingKind'>): PictureScale {
  if (!spacing || spacingKind === 'unknown') return NO_SCALE;
  return { kind: spacingKind, millimetresPerPixel: spacing };
}

/** A scale from two points of a picture whose distance the user knows. Keeps the proportions of the pixels. */
export function calibrate(
  points: readonly [Point2, Point2],
  millimetres: number,
  { spacing }: Pick<PictureMetadata, 'spacing'>,
): PictureScale {
  const pixel: Point2 = spacing ?? [1, 1];
  const length = distance(flat(points[0], pixel), flat(points[1], pixel));
  if (!(length > 0 && millimetres > 0)) return NO_SCALE;
  const factor = millimetres / length;
  return {
    kind: 'user',
    millimetresPerPixel: [pixel[0] * factor, pixel[1] * factor],
    relativeUncertainty: halfDiagonal(pixel) / length,
  };
}

export const flat = (point: Point2, [across, down]: Point2): Point3 => [
  point[0] * across,
  point[1] * down,
  0,
];

export const halfDiagonal = ([across, down]: Point2): number => Math.hypot(across, down) / 2;
