import type { Point2 } from '../../geometry/vectors.ts';
import type { GestureHandlers } from './gesture-handlers.ts';
import { recognizeTaps } from './taps.ts';

/** CSS pixels that a pointer may move in a tap: a finger trembles more than a mouse. */
const TAP_TOLERANCE = { mouse: 3, touch: 8 } as const;
/** Milliseconds after which a finger that does not move holds. */
const HOLD_TIME = 300;
/** Pixels of a wheel event that count as one step. */
const WHEEL_STEP = 100;
const LINE_HEIGHT = 16;

type Pointer = { readonly start: Point2; at: Point2; readonly isTouch: boolean };

/** The pointers on an element, and what they do together. */
type Recognition = {
  readonly element: HTMLElement;
  readonly handlers: GestureHandlers;
  readonly pointers: Map<number, Pointer>;
  readonly tap: ReturnType<typeof recognizeTaps>;
  gesture: 'none' | 'drag' | 'hold' | 'pinch';
  isPan: boolean;
  holdTimer?: ReturnType<typeof setTimeout>;
};

/** Recognizes gestures on an element until the returned function is called. */
export function recognizeGestures(element: HTMLElement, handlers: GestureHandlers): () => void {
  const recognition: Recognition = {
    element,
    handlers,
    pointers: new Map(),
    tap: recognizeTaps(handlers),
    gesture: 'none',
    isPan: false,
  };
  const onPointerEnd = (event: PointerEvent) => endPointer(recognition, event);
  const listeners: [string, (event: never) => void][] = [
    ['pointerdown', (event: PointerEvent) => startPointer(recognition, event)],
    ['pointermove', (event: PointerEvent) => movePointer(recognition, event)],
    ['pointerup', onPointerEnd],
    ['pointercancel', onPointerEnd],
    ['pointerleave', () => handlers.onHover(undefined)],
    ['wheel', (event: WheelEvent) => turnWheel(recognition, event)],
  ];
  const controller = new AbortController();
  const { signal } = controller;
  for (const [type, listener] of listeners)
    element.addEventListener(type, listener as EventListener, { signal, passive: false });
  return () => controller.abort();
}

function toPoint({ element }: Recognition, event: { clientX: number; clientY: number }): Point2 {
  const { left, top } = element.getBoundingClientRect();
  return [event.clientX - left, event.clientY - top];
}

function startPointer(recognition: Recognition, event: PointerEvent): void {
  const { element, handlers, pointers } = recognition;
  if (event.pointerType === 'mouse' && event.button === 2) return;
  element.setPointerCapture(event.pointerId);
  const at = toPoint(recognition, event);
  recognition.isPan = event.button === 1 || event.shiftKey;
  if (event.button === 1) event.preventDefault();
  const isTouch = event.pointerType !== 'mouse';
  pointers.set(event.pointerId, { start: at, at, isTouch });
  if (pointers.size === 1 && isTouch && handlers.canHold(at))
    recognition.holdTimer = setTimeout(() => {
      recognition.gesture = 'hold';
      handlers.onHold(at);
    }, HOLD_TIME);
  if (pointers.size === 2) {
    endGesture(recognition, at, true);
    recognition.gesture = 'pinch';
  }
}

function movePointer(recognition: Recognition, event: PointerEvent): void {
  const { handlers, pointers } = recognition;
  const pointer = pointers.get(event.pointerId);
  const at = toPoint(recognition, event);
  if (!pointer) {
    if (event.pointerType === 'mouse') handlers.onHover(at);
    return;
  }
  if (recognition.gesture === 'pinch') {
    pinch(recognition, pointer, at);
    return;
  }
  pointer.at = at;
  if (recognition.gesture === 'hold') handlers.onHold(at);
  const tolerance = TAP_TOLERANCE[pointer.isTouch ? 'touch' : 'mouse'];
  if (recognition.gesture === 'none' && distance(pointer.start, at) > tolerance) {
    clearTimeout(recognition.holdTimer);
    recognition.gesture = 'drag';
    handlers.onDragStart(pointer.start, { isTouch: pointer.isTouch, isPan: recognition.isPan });
  }
  if (recognition.gesture === 'drag') handlers.onDrag(at);
}

function pinch({ handlers, pointers }: Recognition, moved: Pointer, at: Point2): void {
  const [first, second] = [...pointers.values()];
  if (!first || !second || (moved !== first && moved !== second)) return;
  const before = { centre: middle(first.at, second.at), gap: distance(first.at, second.at) };
  moved.at = at;
  const centre = middle(first.at, second.at);
  const factor = distance(first.at, second.at) / Math.max(1, before.gap);
  handlers.onPinch(centre, factor, [centre[0] - before.centre[0], centre[1] - before.centre[1]]);
}

function endPointer(recognition: Recognition, event: PointerEvent): void {
  const { handlers, pointers, gesture } = recognition;
  const pointer = pointers.get(event.pointerId);
  if (!pointer) return;
  pointers.delete(event.pointerId);
  if (gesture === 'pinch') {
    // The finger that stays on the picture does not begin a drag.
    if (pointers.size > 0) return;
    recognition.gesture = 'none';
    handlers.onPinchEnd();
    return;
  }
  endGesture(recognition, pointer.at, event.type === 'pointercancel');
  if (gesture === 'none' && event.type === 'pointerup')
    recognition.tap(pointer.start, event.timeStamp);
}

/** Ends a drag or a hold; a finger that was about to hold does not. */
function endGesture(recognition: Recognition, at: Point2, isCancelled: boolean): void {
  const { handlers, gesture } = recognition;
  clearTimeout(recognition.holdTimer);
  recognition.gesture = 'none';
  if (gesture === 'hold') handlers.onHoldEnd(at, isCancelled);
  if (gesture === 'drag') handlers.onDragEnd(isCancelled);
}

function turnWheel(recognition: Recognition, event: WheelEvent): void {
  event.preventDefault();
  const pixels =
    event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE_HEIGHT : event.deltaY;
  if (pixels !== 0)
    recognition.handlers.onWheel(toPoint(recognition, event), pixels / WHEEL_STEP, event.ctrlKey);
}

const distance = (a: Point2, b: Point2): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

const middle = (a: Point2, b: Point2): Point2 => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
