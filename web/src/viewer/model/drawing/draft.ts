import { type DrawingTool, drawingTools } from '../tools.ts';
import type { AnnotationPoint, DrawnPoints } from './annotation-content.ts';

/** An annotation that is being drawn. `pane` is the pane it began in. */
export type Draft = DrawnPoints & { readonly kind: DrawingTool; readonly pane: string };

/** Whether the last point of a drawing ends it. */
export const isComplete = ({ kind, points }: Draft): boolean =>
  points.length >= drawingTools[kind].points.max;

export const canFinish = ({ kind, points }: Draft): boolean =>
  points.length >= drawingTools[kind].points.min;

export const addPoint = (draft: Draft, point: AnnotationPoint): Draft => ({
  ...draft,
  points: [...draft.points, point],
});

/** Replaces the last point, which follows the finger. */
export const moveLastPoint = (draft: Draft, point: AnnotationPoint): Draft => ({
  ...draft,
  points: [...draft.points.slice(0, -1), point],
});

export const removeLastPoint = (draft: Draft): Draft | undefined =>
  draft.points.length > 1 ? { ...draft, points: draft.points.slice(0, -1) } : undefined;
