import type { Point2 } from '../../geometry/vectors.ts';

/** Handlers for gestures of fingers, a mouse or a pen. Points are CSS pixels from the element's top left corner. */
export type GestureHandlers = {
  /** One pointer moved beyond the tolerance of a tap. `start` is where it was pressed. */
  onDragStart: (
    start: Point2,
    pointer: { readonly isTouch: boolean; readonly isPan: boolean },
  ) => void;
  onDrag: (point: Point2) => void;
  /** `isCancelled`: a second finger came, or the browser took the pointer. */
  onDragEnd: (isCancelled: boolean) => void;
  /** Two fingers: `factor` since the last call, `delta` of the point between them. */
  onPinch: (centre: Point2, factor: number, delta: Point2) => void;
  onPinchEnd: () => void;
  /** Whether a finger that stays at a point for a moment sets it where it is lifted. */
  canHold: (point: Point2) => boolean;
  onHold: (point: Point2) => void;
  onHoldEnd: (point: Point2, isCancelled: boolean) => void;
  onTap: (point: Point2) => void;
  onDoubleTap: (point: Point2) => void;
  /** Steps of a mouse wheel or a touch pad, positive towards the user. */
  onWheel: (point: Point2, steps: number, isZoom: boolean) => void;
  onHover: (point: Point2 | undefined) => void;
};
