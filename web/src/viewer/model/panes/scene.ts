import type { PictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { fitView, type PictureView, pixelAspect } from '../../geometry/picture-view.ts';
import type { Size } from '../../geometry/vectors.ts';
import {
  type PlaneName,
  type PlaneView,
  planeView,
  throughPoint,
} from '../../geometry/volume/planes.ts';
import type { VolumeSpace } from '../../geometry/volume/volume-space.ts';
import type { PanoramicSurface } from '../arch/arch-model.ts';
import type { ViewerState } from '../viewer-state.ts';

/** The picture or volume on the stage. */
export type Subject = {
  readonly metadata: PictureMetadata;
  /** Pixels of a picture or of one slice. */
  readonly size: Size;
  /** Row spacing / column spacing of a picture. */
  readonly aspect: number;
  /** Whether R and L are drawn beside a picture. */
  readonly hasSides: boolean;
  /** Volumes only. */
  readonly space: VolumeSpace | undefined;
};

/** A pane and what it shows, in the coordinates of its kind. */
export type PaneView =
  | { readonly kind: 'picture'; readonly view: PictureView }
  | { readonly kind: 'plane'; readonly view: PlaneView }
  | { readonly kind: 'panoramic'; readonly view: PictureView; readonly surface: PanoramicSurface }
  | { readonly kind: 'surface' }
  | { readonly kind: 'empty' };

export function createSubject(
  metadata: PictureMetadata,
  space: VolumeSpace | undefined,
  hasSides: boolean,
): Subject {
  const { width, height, spacing } = metadata;
  const size = { width, height };
  return { metadata, size, aspect: pixelAspect(spacing), hasSides, space };
}

/** A picture's view: the selected one, or the whole picture. */
export function findPictureView(subject: Subject, state: ViewerState, pane: Size): PictureView {
  const { size, aspect } = subject;
  const { content } = state;
  const { quarterTurns, isMirrored } = state.orientation;
  return (
    state.pictureView ??
    fitView(size, pane, { aspect, quarterTurns, isMirrored, ...(content && { content }) })
  );
}

/** A plane's view through the cursor: the selected zoom and position, or the whole volume. */
export function findPlaneView(
  space: VolumeSpace,
  { planeViews, cursor, axes }: ViewerState,
  plane: PlaneName,
  pane: Size,
): PlaneView {
  const selected = planeViews[plane];
  return selected ? throughPoint(selected, cursor) : planeView(space, plane, cursor, pane, axes);
}
