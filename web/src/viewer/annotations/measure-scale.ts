import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import type { PictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import {
  findPictureScale,
  type PictureScale,
} from '@deqiq/contract/shared/imaging/picture-scale.ts';
import type { Point2, Point3 } from '../geometry/vectors.ts';
import type { VolumeSpace } from '../geometry/volume/volume-space.ts';

/** Scale of lengths on the stage, and the level on which they are measured. */
export type MeasureScale = {
  readonly picture: PictureScale;
  readonly space: VolumeSpace | undefined;
  /** How many full-resolution pixels one pixel of the shown level covers. */
  readonly levelScale: number;
  /** Absent where no pixels are there. */
  readonly grey?: GreyValues;
};

/** Reads the measured value nearest to a pixel or voxel. */
export type GreyValues = {
  readonly metadata: Pick<PictureMetadata, 'unit' | 'bits'>;
  readonly reader: {
    valueAt(point: Point2 | Point3, frame?: number): number | undefined;
  };
};

/** The scale of a file: the latest calibration by a known length, else what the file says. */
export function findMeasureScale(
  metadata: PictureMetadata,
  space: VolumeSpace | undefined,
  annotations: readonly Annotation[],
  levelScale: number,
): MeasureScale {
  const picture = findPictureScale(
    metadata,
    annotations.map(({ content }) => content),
  );
  return { picture, space, levelScale };
}
