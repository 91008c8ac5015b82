import { type Point2, type Point3, scale, subtract } from '../../geometry/vectors.ts';
import type { PaneRect } from '../panes.ts';

/** The pixels of the drawing buffer that a pane covers; y from the bottom. */
export interface BufferRect extends PaneRect {
  /** The buffer's top left corner of the pane, CSS pixels of the pane. */
  readonly corner: Point2;
  /** Buffer pixels per CSS pixel. */
  readonly ratio: number;
}

export function bufferRect(rect: PaneRect, bufferHeight: number, ratio: number): BufferRect {
  const left = Math.round(rect.x * ratio);
  const top = Math.round(rect.y * ratio);
  const width = Math.round((rect.x + rect.width) * ratio) - left;
  const height = Math.round((rect.y + rect.height) * ratio) - top;
  return {
    x: left,
    y: bufferHeight - top - height,
    width,
    height,
    ratio,
    corner: [left / ratio - rect.x, top / ratio - rect.y],
  };
}

/** Coordinates of a pane's pixels: a linear function of the point of the pane in CSS pixels. */
export function affine(
  { corner: [x, y], ratio }: BufferRect,
  locate: (point: Point2) => Point3,
): { readonly origin: Point3; readonly across: Point3; readonly below: Point3 } {
  const origin = locate([x, y]);
  return {
    origin,
    across: scale(subtract(locate([x + 1, y]), origin), 1 / ratio),
    below: scale(subtract(locate([x, y + 1]), origin), 1 / ratio),
  };
}
