import type { AnnotationContent } from '../../imaging/annotation-shapes.ts';
import type { PictureMetadata } from './derivatives.ts';

export const scaleKinds = ['calibrated', 'detector', 'user', 'none'] as const;

type Pair = readonly [across: number, down: number];

/**
 * Size of the pixels of a picture in millimetres. `calibrated`: true in the patient; `detector`: at the detector, so
 * magnified in the patient; `user`: by a length that the user knows; `none`: unknown, distances are pixels.
 */
export interface PictureScale {
  readonly kind: (typeof scaleKinds)[number];
  /** 1 and 1 where they are unknown. */
  readonly millimetresPerPixel: Pair;
  /** Share by which all lengths may be wrong: the uncertainty of the user's calibration. */
  readonly relativeUncertainty?: number;
}

/** The size of its pixels as a file gives it. */
type Spacing = Pick<PictureMetadata, 'spacing' | 'spacingKind'>;

const NO_SCALE: PictureScale = { kind: 'none', millimetresPerPixel: [1, 1] };

/** The scale of a picture: the latest calibration by a length that its user knows, else what the file says. */
export function findPictureScale(
  spacing: Spacing,
  contents: readonly AnnotationContent[],
): PictureScale {
  const latest = contents.findLast((content) => content.kind === 'calibration');
  const [from, to] = latest?.points ?? [];
  return latest && from && to
    ? calibrate([from, to], latest.millimetres, spacing)
    : readScale(spacing);
}

/** The scale that the file itself has. */
export function readScale({ spacing, spacingKind }: Spacing): PictureScale {
  if (!spacing || spacingKind === 'unknown') return NO_SCALE;
  return { kind: spacingKind, millimetresPerPixel: spacing };
}

/** A scale from two points of a picture whose distance the user knows. Keeps the proportions of the pixels. */
export function calibrate(
  [from, to]: readonly [Pair, Pair],
  millimetres: number,
  { spacing }: Pick<PictureMetadata, 'spacing'>,
): PictureScale {
  const pixel: Pair = spacing ?? [1, 1];
  const length = Math.hypot((to[0] - from[0]) * pixel[0], (to[1] - from[1]) * pixel[1]);
  if (!(length > 0 && millimetres > 0)) return NO_SCALE;
  const factor = millimetres / length;
  return {
    kind: 'user',
    millimetresPerPixel: [pixel[0] * factor, pixel[1] * factor],
    relativeUncertainty: halfDiagonal(pixel) / length,
  };
}

/** Half the diagonal of a pixel: the uncertainty of a point. */
export const halfDiagonal = ([across, down]: Pair): number => Math.hypot(across, down) / 2;
