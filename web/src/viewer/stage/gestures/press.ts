import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import type { Point2 } from '../../geometry/vectors.ts';
import type { AnnotationPoint } from '../../model/drawing/annotation-content.ts';
import { type PaneLayout, paneSize } from '../../model/panes/layout.ts';
import { toAnnotationPoint } from '../../model/panes/pane-coordinates.ts';
import type { ViewerModel } from '../../model/viewer-model.ts';

export type Position = {
  /** CSS pixels of the pane. */
  readonly point: Point2;
  /** Of the picture or the patient; undefined where the pane has no such points. */
  readonly target: AnnotationPoint | undefined;
};

/** Where a finger, the mouse or the keyboard presses. */
export type Press = Position & {
  readonly pane: PaneLayout;
  readonly isTouch: boolean;
  /** The middle button or Shift: moves the picture with every tool. */
  readonly isPan: boolean;
};

export type Drag = {
  move: (position: Position) => void;
  /** `isCancelled` undoes what cannot be left half done. */
  end: (isCancelled: boolean) => void;
  /** It sets a point: a finger needs a loupe, and the picture is drawn as sharp as at rest. */
  readonly isPrecise?: boolean;
};

export const NO_DRAG: Drag = { move: () => {}, end: () => {} };

/** The saved annotations for the stage. */
export type Annotations = {
  readonly all: readonly Annotation[];
  /** Full-resolution pixels per pixel of the shown level. */
  readonly levelScale: number;
  /** Shows a change immediately; it is saved when the drag ends. */
  preview: (id: string, content: AnnotationContent) => void;
  save: (id: string, content: AnnotationContent) => void;
  /** The draft has all its points. */
  finish: () => void;
};

/** A point of a pane with its target now: a drag may change the view. */
export const locate = (model: ViewerModel, pane: PaneLayout, point: Point2): Position => ({
  point,
  target: toAnnotationPoint(model.view(pane), paneSize(pane), point),
});
