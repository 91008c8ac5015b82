import { annotationMessages } from '@deqiq/contract/imaging/annotation-limits.ts';
import type { AnnotationKind } from '@deqiq/contract/imaging/annotation-shapes.ts';
import type { Content, DrawnKind } from '../annotations/kinds.ts';
import {
  createCalibration,
  createCanal,
  createLine,
  type DrawnPoints,
  type FinishOptions,
  type HandleMove,
  hasVertex,
  moveCalibrationPoint,
  moveCanalPoint,
  moveLinePoint,
} from './drawing/annotation-content.ts';
import { createImplant, moveImplant } from './drawing/implant-content.ts';
import type { Layout, PaneKind } from './panes/layout.ts';

/** Tools that show the file in another way, or change how it is shown. */
export type ViewTool = 'window' | 'pan' | 'scroll' | 'crosshair' | 'arch';

/** Tools that draw something which is saved: one for each kind of annotation. */
export type DrawingTool = DrawnKind;

/** Tools: the effect of a drag or a tap in a pane. */
export type Tool = ViewTool | DrawingTool;

type ToolEntry = {
  /** Of its button, and in the list of keys. */
  readonly name: string;
  /** Below the icon, where the name is too long; that is the tooltip. */
  readonly shortName?: string;
  /** Of an annotation in lists and exports, where that differs. */
  readonly annotationName?: string;
  readonly key: string;
};

type DrawingEntry<Kind extends DrawingTool> = ToolEntry & {
  readonly points: { readonly min: number; readonly max: number };
  /** Panes that it may be drawn in. */
  readonly panes: readonly PaneKind[];
  /** The user enters its true length before it is saved. */
  readonly hasTrueLength?: boolean;
  /** It is shown in every plane, faintly where it is far from it; others only in their own plane. */
  readonly isThroughout?: boolean;
  /** The layout that shows it as a whole in a document. */
  readonly wholeIn?: Layout;
  /** The message where the points of a finished drawing say nothing. */
  readonly findError?: (drawn: DrawnPoints) => string | undefined;
  readonly create: (drawn: DrawnPoints, options: FinishOptions) => Content<Kind> | undefined;
  /** The content after one of its handles was dragged. */
  readonly move: (content: Content<Kind>, move: HandleMove) => Content<Kind>;
};

/** Panes in which lengths are true. A panoramic from a volume is stretched along the arch: nothing is measured in it. */
const SLICES = ['axial', 'coronal', 'sagittal', 'section'] as const;

const viewTools: Readonly<Record<ViewTool, ToolEntry>> = {
  window: {
    name: 'Parlaqlıq və kontrast',
    shortName: 'Parlaqlıq',
    annotationName: 'Pəncərə',
    key: 'w',
  },
  pan: { name: 'Sürüşdür', key: 'h' },
  scroll: { name: 'Vərəqlə', key: 's' },
  crosshair: { name: 'Kəsişmə xətləri', shortName: 'Kəsişmə', key: 'x' },
  arch: { name: 'Diş qövsü', shortName: 'Qövs', key: 'q' },
};

/**
 * A new tool is an entry here. The compiler then names the records by kind that lack it: its icon (controls/), its
 * shape (stage/), its value and its distance to a canal (annotations/). They are apart because they are loaded after
 * the first picture, or belong to a later folder.
 */
export const drawingTools: { readonly [Kind in DrawingTool]: DrawingEntry<Kind> } = {
  length: {
    name: 'Uzunluq',
    key: 'l',
    points: { min: 2, max: 2 },
    panes: ['picture', ...SLICES],
    create: createLine('length'),
    move: moveLinePoint,
  },
  polyline: {
    name: 'Qırıq xətt',
    key: 'p',
    points: { min: 2, max: 100 },
    panes: ['picture', ...SLICES],
    create: createLine('polyline'),
    move: moveLinePoint,
  },
  angle: {
    name: 'Bucaq',
    key: 'a',
    points: { min: 3, max: 3 },
    panes: ['picture', ...SLICES],
    findError: (drawn) => (hasVertex(drawn) ? undefined : annotationMessages.sameVertex),
    create: createLine('angle'),
    move: moveLinePoint,
  },
  calibration: {
    name: 'Kalibrlə',
    annotationName: 'Kalibrləmə',
    key: 'k',
    points: { min: 2, max: 2 },
    panes: ['picture'],
    hasTrueLength: true,
    create: createCalibration,
    move: moveCalibrationPoint,
  },
  canal: {
    name: 'Alt çənə kanalı',
    shortName: 'Kanal',
    key: 'c',
    points: { min: 2, max: 100 },
    panes: [...SLICES, 'panoramic'],
    isThroughout: true,
    wholeIn: 'panoramic',
    create: createCanal,
    move: moveCanalPoint,
  },
  implant: {
    name: 'İmplant',
    key: 'm',
    points: { min: 1, max: 1 },
    panes: SLICES,
    isThroughout: true,
    create: createImplant,
    move: moveImplant,
  },
};

export const tools: Readonly<Record<Tool, ToolEntry>> = { ...viewTools, ...drawingTools };

export const nameAnnotation = (kind: AnnotationKind): string =>
  tools[kind].annotationName ?? tools[kind].name;

export const isDrawingTool = (tool: Tool): tool is DrawingTool => tool in drawingTools;

export const canDraw = (kind: DrawingTool, pane: { readonly kind: PaneKind }): boolean =>
  drawingTools[kind].panes.includes(pane.kind);
