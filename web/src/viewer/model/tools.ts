import * as texts from '@deqiq/messages/viewer/tools.js';
import type { DrawnKind } from '../annotations/kinds.ts';
import type { Layout, PaneKind } from './panes/layout.ts';

/** Tools that show the file in another way, or change how it is shown. */
export type ViewTool = 'window' | 'pan' | 'scroll' | 'crosshair' | 'arch';

/** Tools that draw something which is saved: one for each kind of annotation, and the line that straightens the head. */
export type DrawingTool = DrawnKind | 'straightening';

/** Tools of notes and of grey values, which have a button in common. */
export type NoteTool = 'arrow' | 'text' | 'ellipse' | 'profile';

/** Tools: the effect of a drag or a tap in a pane. */
export type Tool = ViewTool | DrawingTool;

type ToolEntry = {
  /** Of its button, and in the list of keys. */
  readonly name: () => string;
  /** Below the icon, where the name is too long; that is the tooltip. */
  readonly shortName?: () => string;
  /** Of an annotation in lists and exports, where that differs. */
  readonly annotationName?: () => string;
  readonly key: string;
};

export type Question = 'length' | 'text' | 'caption';

type DrawingEntry = ToolEntry & {
  readonly points: { readonly min: number; readonly max: number };
  /** Panes that it may be drawn in. */
  readonly panes: readonly PaneKind[];
  /** The user enters its true length, its text, or a caption that may be left out, before it is saved. */
  readonly asks?: Question;
  /** Its button is behind that of all notes. */
  readonly isNote?: boolean;
  /** It is shown in every plane, faintly where it is far from it; others only in their own plane. */
  readonly isThroughout?: boolean;
  /** The layout that shows it as a whole in a document. */
  readonly wholeIn?: Layout;
};

/** Panes in which lengths are true. A panoramic from a volume is stretched along the arch: nothing is measured in it. */
const SLICES = ['axial', 'coronal', 'sagittal', 'section', 'mode'] as const;

const viewTools: Readonly<Record<ViewTool, ToolEntry>> = {
  window: {
    name: texts.window,
    shortName: texts.windowShort,
    annotationName: texts.windowAnnotation,
    key: 'w',
  },
  pan: { name: texts.pan, key: 'h' },
  scroll: { name: texts.scroll, key: 's' },
  crosshair: { name: texts.crosshair, shortName: texts.crosshairShort, key: 'x' },
  arch: { name: texts.arch, shortName: texts.archShort, key: 'q' },
};

/**
 * A new tool is an entry here. The compiler then names the records by kind that lack it: its icon (controls/), its
 * content (drawing/), its shape (stage/), its value and its distance to a canal (annotations/). They are apart because
 * they are loaded after the first picture, or belong to a later folder.
 */
export const drawingTools: Readonly<Record<DrawingTool, DrawingEntry>> = {
  length: {
    name: texts.length,
    key: 'l',
    points: { min: 2, max: 2 },
    panes: ['picture', ...SLICES],
  },
  polyline: {
    name: texts.polyline,
    key: 'p',
    points: { min: 2, max: 100 },
    panes: ['picture', ...SLICES],
  },
  angle: {
    name: texts.angle,
    key: 'a',
    points: { min: 3, max: 3 },
    panes: ['picture', ...SLICES],
  },
  arrow: {
    name: texts.arrow,
    key: 'o',
    points: { min: 2, max: 2 },
    panes: ['picture', ...SLICES],
    asks: 'caption',
    isNote: true,
  },
  text: {
    name: texts.text,
    key: 't',
    points: { min: 1, max: 1 },
    panes: ['picture', ...SLICES],
    asks: 'text',
    isNote: true,
  },
  ellipse: {
    name: texts.ellipse,
    key: 'e',
    points: { min: 2, max: 2 },
    panes: ['picture', ...SLICES],
    isNote: true,
  },
  profile: {
    name: texts.profile,
    shortName: texts.profileShort,
    key: 'g',
    points: { min: 2, max: 2 },
    panes: ['picture', ...SLICES],
    isNote: true,
  },
  calibration: {
    name: texts.calibration,
    annotationName: texts.calibrationAnnotation,
    key: 'k',
    points: { min: 2, max: 2 },
    panes: ['picture'],
    asks: 'length',
  },
  /** Each press places one landmark; they are one annotation. */
  ceph: {
    name: texts.ceph,
    shortName: texts.cephShort,
    key: 'y',
    points: { min: 1, max: 1 },
    panes: ['picture', 'mode'],
  },
  canal: {
    name: texts.canal,
    shortName: texts.canalShort,
    key: 'c',
    points: { min: 2, max: 100 },
    panes: [...SLICES, 'panoramic'],
    isThroughout: true,
    wholeIn: 'panoramic',
  },
  implant: {
    name: texts.implant,
    key: 'm',
    points: { min: 1, max: 1 },
    panes: SLICES,
    isThroughout: true,
  },
  /** Its line is no annotation: it rotates the axes, which are saved with the view. */
  straightening: {
    name: texts.straightening,
    key: 'd',
    points: { min: 2, max: 2 },
    panes: ['axial', 'coronal', 'sagittal'],
  },
};

export const tools: Readonly<Record<Tool, ToolEntry>> = { ...viewTools, ...drawingTools };

export const isDrawingTool = (tool: Tool): tool is DrawingTool => tool in drawingTools;

export const isNote = (tool: Tool): tool is NoteTool =>
  isDrawingTool(tool) && drawingTools[tool].isNote === true;

export const canDraw = (kind: DrawingTool, pane: { readonly kind: PaneKind }): boolean =>
  drawingTools[kind].panes.includes(pane.kind);
