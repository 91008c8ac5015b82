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

/** A mesh over the bone surface, hidden where bone is in front of it. */
export interface MeshOverlay {
  /** Another one for another mesh, and for another location of it. */
  readonly id: number;
  /** Draws with the depths of the bone in the buffer; undefined while the context is lost. */
  readonly prepare: (gl: WebGL2RenderingContext) => PreparedMesh | undefined;
}

export interface PreparedMesh {
  /** Covers the viewport, which shows `size` CSS pixels of the view. Depths reach so many millimetres to both sides of it. */
  draw(scene: Pick<SurfacePane, 'view' | 'cut'> & { size: Size; reach: number }): void;
  dispose(): void;
}

interface SurfacePane extends Pick<Tone, 'window' | 'isInverse'> {
  readonly kind: 'surface';
  /** The direction of the camera is the depth direction of the view; the projection is parallel. */
  readonly view: PlaneView;
  /** Measured value from which a voxel is bone. */
  readonly threshold: number;
  /** Hides what lies beyond the point in the direction of the normal. */
  readonly cut?: { readonly point: Point3; readonly normal: Point3 } | undefined;
  readonly overlay?: MeshOverlay | undefined;
}

/** CSS pixels from the top left corner of the canvas. */
export interface PaneRect extends Size {
  readonly x: number;
  readonly y: number;
}

export type PaneContent = PicturePane | PlanePane | ProjectionPane | PanoramicPane | SurfacePane;

export type Pane = { readonly rect: PaneRect } & PaneContent;
