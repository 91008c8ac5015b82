import type { PictureView } from '../geometry/picture-view.ts';
import type { Point3, Size } from '../geometry/vectors.ts';
import type { PlaneView } from '../geometry/volume/planes.ts';
import type { MeshOverlay } from '../pixels/panes.ts';
import type { PanoramicSurface } from './arch/arch-model.ts';

/** A plane that a reading mode places by itself, without the cross-hair of the layouts. */
export type ModePane = {
  readonly id: string;
  readonly title: string;
  /** The plane in a pane of this size, before the user zooms. */
  readonly view: (size: Size) => PlaneView;
};

/** The part of a reading mode on the stage. Its code is loaded with the mode. */
export type ModeStage = {
  /** A press in the patient, millimetres; false where the mode has no use for it. */
  readonly tap: (point: Point3) => boolean;
  /** Draws over a plane, in CSS pixels of its pane. */
  readonly draw: (context: CanvasRenderingContext2D, view: PlaneView, size: Size) => void;
  /** Draws over the panoramic, in CSS pixels of its pane. */
  readonly drawPanoramic?:
    | ((
        context: CanvasRenderingContext2D,
        view: PictureView,
        surface: PanoramicSurface,
        size: Size,
      ) => void)
    | undefined;
  /** Drawn over the bone surface. */
  readonly overlay?: MeshOverlay | undefined;
  /** Shown in the layout of two planes, in rows of two. */
  readonly panes?: readonly ModePane[] | undefined;
};
