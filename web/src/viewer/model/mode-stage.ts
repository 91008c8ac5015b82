import type { Point3, Size } from '../geometry/vectors.ts';
import type { PlaneView } from '../geometry/volume/planes.ts';

/** The part of a reading mode on the stage. Its code is loaded with the mode. */
export type ModeStage = {
  /** A press in the patient, millimetres; false where the mode has no use for it. */
  readonly tap: (point: Point3) => boolean;
  /** Draws over a plane, in CSS pixels of its pane. */
  readonly draw: (context: CanvasRenderingContext2D, view: PlaneView, size: Size) => void;
};
