import type { Point2 } from '../geometry/vectors.ts';

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

/** CSS pixels that a pointer may move in a tap: a finger trembles more than a mouse. */
const TAP_TOLERANCE = { mouse: 3, touch: 8 } as const;
/** Between the taps of a double tap: milliseconds and CSS pixels. */
const DOUBLE_TAP = { time: 300, distance: 30 } as const;
/** Milliseconds after which a finger that does not move holds. */
const HOLD_TIME = 300;
/** Pixels of a wheel event that count as one step. */
const WHEEL_STEP = 100;
const LINE_HEIGHT = 16;

type Pointer = { readonly start: Point2; at: Point2; readonly isTouch: boolean };

/** Recognizes gestures on an element until the returned function is called. */
export function recognizeGestures(element: HTMLElement, handlers: GestureHandlers): () => void {
  const pointers = new Map<number, Pointer>();
  let isDragging = false;
  let isPinching = false;
  let isPan = false;
  let isHolding = false;
  let holdTimer: ReturnType<typeof setTimeout> | undefined;
  let lastTap: { at: Point2; time: number } | undefined;

  const toPoint = (event: { clientX: number; clientY: number }): Point2 => {
    const { left, top } = element.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };

  const endHold = (at: Point2, isCancelled: boolean) => {
    clearTimeout(holdTimer);
    if (isHolding) handlers.onHoldEnd(at, isCancelled);
    const wasHolding = isHolding;
    isHolding = false;
    return wasHolding;
  };

  const endDrag = (isCancelled: boolean) => {
    if (isDragging) handlers.onDragEnd(isCancelled);
    isDragging = false;
  };

  const onPointerDown = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && event.button === 2) return;
    element.setPointerCapture(event.pointerId);
    const at = toPoint(event);
    isPan = event.button === 1 || event.shiftKey;
    if (event.button === 1) event.preventDefault();
    const isTouch = event.pointerType !== 'mouse';
    pointers.set(event.pointerId, { start: at, at, isTouch });
    if (pointers.size === 1 && isTouch && handlers.canHold(at))
      holdTimer = setTimeout(() => {
        isHolding = true;
        handlers.onHold(at);
      }, HOLD_TIME);
    if (pointers.size === 2) {
      endHold(at, true);
      endDrag(true);
      isPinching = true;
    }
  };

  const onPointerMove = (event: PointerEvent) => {
    const pointer = pointers.get(event.pointerId);
    if (!pointer) {
      if (event.pointerType === 'mouse') handlers.onHover(toPoint(event));
      return;
    }
    if (isPinching) return pinch(event.pointerId, toPoint(event));
    pointer.at = toPoint(event);
    if (isHolding) return handlers.onHold(pointer.at);
    const tolerance = TAP_TOLERANCE[pointer.isTouch ? 'touch' : 'mouse'];
    if (!isDragging && distance(pointer.start, pointer.at) > tolerance) {
      clearTimeout(holdTimer);
      isDragging = true;
      handlers.onDragStart(pointer.start, { isTouch: pointer.isTouch, isPan });
    }
    if (isDragging) handlers.onDrag(pointer.at);
  };

  const pinch = (id: number, at: Point2) => {
    const [first, second] = [...pointers.values()];
    const moved = pointers.get(id);
    if (!first || !second || !moved || (moved !== first && moved !== second)) return;
    const before = { centre: middle(first.at, second.at), gap: distance(first.at, second.at) };
    moved.at = at;
    const centre = middle(first.at, second.at);
    const factor = distance(first.at, second.at) / Math.max(1, before.gap);
    handlers.onPinch(centre, factor, [centre[0] - before.centre[0], centre[1] - before.centre[1]]);
  };

  const onPointerEnd = (event: PointerEvent) => {
    const pointer = pointers.get(event.pointerId);
    if (!pointer) return;
    pointers.delete(event.pointerId);
    if (isPinching) {
      // The finger that stays on the picture does not begin a drag.
      if (pointers.size === 0) {
        isPinching = false;
        handlers.onPinchEnd();
      }
      return;
    }
    if (endHold(pointer.at, event.type === 'pointercancel')) return;
    if (isDragging) return endDrag(event.type === 'pointercancel');
    if (event.type === 'pointerup') tap(pointer.start, event.timeStamp);
  };

  const tap = (at: Point2, time: number) => {
    const isSecond =
      lastTap &&
      time - lastTap.time < DOUBLE_TAP.time &&
      distance(at, lastTap.at) < DOUBLE_TAP.distance;
    lastTap = isSecond ? undefined : { at, time };
    if (isSecond) handlers.onDoubleTap(at);
    else handlers.onTap(at);
  };

  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const pixels =
      event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE_HEIGHT : event.deltaY;
    if (pixels !== 0) handlers.onWheel(toPoint(event), pixels / WHEEL_STEP, event.ctrlKey);
  };

  const onLeave = () => handlers.onHover(undefined);
  const listeners: [string, (event: never) => void][] = [
    ['pointerdown', onPointerDown],
    ['pointermove', onPointerMove],
    ['pointerup', onPointerEnd],
    ['pointercancel', onPointerEnd],
    ['pointerleave', onLeave],
  ];
  for (const [type, listener] of listeners)
    element.addEventListener(type, listener as EventListener);
  element.addEventListener('wheel', onWheel, { passive: false });
  return () => {
    for (const [type, listener] of listeners)
      element.removeEventListener(type, listener as EventListener);
    element.removeEventListener('wheel', onWheel);
  };
}

const distance = (a: Point2, b: Point2): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

const middle = (a: Point2, b: Point2): Point2 => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
