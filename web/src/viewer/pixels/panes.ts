import type { PictureView } from '../geometry/picture-view.ts';
import type { Point3, Size } from '../geometry/vectors.ts';
import type { PlaneView } from '../geometry/volume/planes.ts';
import type { VolumeSpace } from '../geometry/volume/volume-space.ts';

/** Measured values between black and white. */
export interface Window {
  readonly centre: number;
  readonly width: number;
}

/** The part of a volume that one plane shows. */
export interface Slab {
  readonly millimetres: number;
  /** The value that is shown: bone is seen in the highest ones, air and canals in the lowest. */
  readonly mode: 'mean' | 'maximum' | 'minimum';
}

interface Tone {
  readonly window: Window;
  /** By the user: applied beside the metadata's. */
  readonly isInverse: boolean;
  /** 0 to 1. */
  readonly sharpen: number;
}

interface PicturePane extends Tone {
  readonly kind: 'picture';
  readonly view: PictureView;
  /** Index in a stack. */
  readonly frame?: number;
}

interface PlanePane extends Tone {
  readonly kind: 'plane';
  readonly view: PlaneView;
  readonly slab: Slab;
}

/** A slab through the whole volume, which costs too much to be drawn for each change of window or zoom. */
interface ProjectionPane extends Omit<PlanePane, 'kind'> {
  readonly kind: 'projection';
}

interface PanoramicPane extends Tone {
  readonly kind: 'panoramic';
  /** Picture coordinates are `[column of the surface, row]`; rows are as far apart as columns. */
  readonly view: PictureView;
  /** Per column x, y, z of the arch and x, y of the unit vector to the outside. */
  readonly surface: Float32Array;
  /** The volume in the coordinates of the surface; absent: those of the patient. */
  readonly space?: VolumeSpace;
  readonly millimetresPerPixel: number;
  /** z of row 0, millimetres; the next rows are below. */
  readonly top: number;
  /** Across the arch. */
  readonly slab: Slab;
}

interface SurfacePane extends Pick<Tone, 'window' | 'isInverse'> {
  readonly kind: 'surface';
  /** The direction of the camera is the depth direction of the view; the projection is parallel. */
  readonly view: PlaneView;
  /** Measured value from which a voxel is bone. */
  readonly threshold: number;
  /** Hides what lies beyond the point in the direction of the normal. */
  readonly cut?: { readonly point: Point3; readonly normal: Point3 } | undefined;
}

/** CSS pixels from the top left corner of the canvas. */
export interface PaneRect extends Size {
  readonly x: number;
  readonly y: number;
}

export type PaneContent = PicturePane | PlanePane | ProjectionPane | PanoramicPane | SurfacePane;

export type Pane = { readonly rect: PaneRect } & PaneContent;
