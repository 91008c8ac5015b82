import type { Structure } from '@deqiq/contract/imaging/annotation-limits.ts';
import type { Landmark } from '@deqiq/contract/shared/imaging/landmarks.ts';
import type { Tracing } from '../annotations/ceph/superimpose.ts';
import type { PictureView, Rect } from '../geometry/picture-view.ts';
import type { Point2, Point3 } from '../geometry/vectors.ts';
import { type Axes, STANDARD } from '../geometry/volume/axes.ts';
import type { PlaneName, PlaneView } from '../geometry/volume/planes.ts';
import type { Slab, Window } from '../pixels/panes.ts';
import type { createArchModel } from './arch/arch-model.ts';
import type { Draft } from './drawing/draft.ts';
import type { ModeStage } from './mode-stage.ts';
import type { Layout } from './panes/layout.ts';
import type { Tool } from './tools.ts';

/** How the bone surface is seen: angles in radians, zoom 1 shows the whole volume. */
export type Camera = { readonly yaw: number; readonly pitch: number; readonly zoom: number };

/** Everything that the user changes with the controls. Views that are undefined fit their pane. */
export type ViewerState = {
  readonly tool: Tool;
  readonly window: Window;
  readonly isInverse: boolean;
  /** 0 to 1. */
  readonly sharpness: number;
  /** Of a picture, and of a frame of a stack. */
  readonly pictureView: PictureView | undefined;
  readonly orientation: Pick<PictureView, 'quarterTurns' | 'isMirrored'>;
  /** The part of a picture without blank borders: what fits the pane. */
  readonly content: Rect | undefined;
  readonly frame: number;
  readonly layout: Layout;
  /** The point of the patient where the planes cross. */
  readonly cursor: Point3;
  readonly planeViews: Readonly<Partial<Record<PlaneName, PlaneView>>>;
  /** Of planes, arch and cross-sections: a straightened head has its own. */
  readonly axes: Axes;
  readonly slab: Slab;
  /** Control points of the dental arch, from the patient's right to the left. */
  readonly arch: readonly Point3[];
  /** False: the arch is one of average form, until the user moves a point. */
  readonly isArchFound: boolean;
  /** The user has moved a point: the arch is saved, and not searched for again. */
  readonly isArchEdited: boolean;
  /** The code of the arch, which no first picture needs; undefined until it is loaded. */
  readonly createArch: typeof createArchModel | undefined;
  readonly panoramicView: PictureView | undefined;
  /** Millimetres before and behind the arch that the panoramic shows. */
  readonly panoramicSlab: number;
  /** Index of the cross-section, and millimetres between them. */
  readonly section: number;
  readonly sectionStep: number;
  /** Zoom of the cross-sections; 1 shows their whole width. */
  readonly sectionZoom: number;
  readonly camera: Camera;
  /** Measured value of the bone surface. */
  readonly threshold: number;
  /** Share of the volume nearest to the camera that is cut away, 0 to 1. */
  readonly cutDepth: number;
  /** Of a reading mode; undefined outside of one. */
  readonly mode: ModeStage | undefined;
  readonly draft: Draft | undefined;
  /** The landmark that a press places; undefined: the first that is missing. */
  readonly landmark: Landmark | undefined;
  /** A tracing of an earlier file, which is drawn over that of the picture. */
  readonly earlierCeph: (Tracing & { readonly fileId: string }) | undefined;
  /** The structure whose line is drawn next. */
  readonly structure: Structure;
  readonly selected: string | undefined;
  /** The measured value under the pointer. */
  readonly hovered: number | undefined;
  /** Where a finger sets a point; CSS pixels of the stage. */
  readonly loupe: Point2 | undefined;
  /** A finger or the mouse changes the picture now: it may be drawn at half size. */
  readonly isMoving: boolean;
};

/** Millimetres between cross-sections that the user may choose. */
export const SECTION_STEPS = [0.5, 1, 2, 3, 5] as const;

export const INITIAL_STATE: ViewerState = {
  tool: 'window',
  window: { centre: 0, width: 1 },
  isInverse: false,
  sharpness: 0,
  pictureView: undefined,
  orientation: { quarterTurns: 0, isMirrored: false },
  content: undefined,
  frame: 0,
  layout: 'axial',
  cursor: [0, 0, 0],
  planeViews: {},
  axes: STANDARD,
  slab: { millimetres: 0, mode: 'mean' },
  arch: [],
  isArchFound: true,
  isArchEdited: false,
  createArch: undefined,
  panoramicView: undefined,
  panoramicSlab: 10,
  section: 0,
  sectionStep: 1,
  sectionZoom: 1,
  camera: { yaw: 0, pitch: 0, zoom: 1 },
  threshold: 0,
  cutDepth: 0,
  mode: undefined,
  draft: undefined,
  landmark: undefined,
  earlierCeph: undefined,
  structure: 'canal',
  selected: undefined,
  hovered: undefined,
  loupe: undefined,
  isMoving: false,
};
