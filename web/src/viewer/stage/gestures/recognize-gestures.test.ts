import { expect, test, vi } from 'vitest';
import { recognizeGestures } from './recognize-gestures.ts';

/** Fingers on an element, and how often it recognized each gesture. */
function startTouching() {
  const element = document.createElement('div');
  element.setPointerCapture = () => {};
  const handlers = {
    onDragStart: vi.fn(),
    onDrag: vi.fn(),
    onDragEnd: vi.fn(),
    onPinch: vi.fn(),
    onPinchEnd: vi.fn(),
    canHold: () => false,
    onHold: vi.fn(),
    onHoldEnd: vi.fn(),
    onTap: vi.fn(),
    onDoubleTap: vi.fn(),
    onWheel: vi.fn(),
    onHover: vi.fn(),
  };
  recognizeGestures(element, handlers);
  const touch = (type: string, pointerId: number, clientX: number) =>
    element.dispatchEvent(
      new PointerEvent(type, { pointerId, clientX, clientY: 50, pointerType: 'touch' }),
    );
  return { touch, handlers };
}

test('the finger that stays after a zoom with two begins nothing', () => {
  const { touch, handlers } = startTouching();
  touch('pointerdown', 1, 100);
  touch('pointerdown', 2, 200);
  touch('pointermove', 2, 250);
  expect(handlers.onPinch).toHaveBeenCalledOnce();
  touch('pointerup', 2, 250);
  touch('pointermove', 1, 180);
  touch('pointerup', 1, 180);
  expect(handlers.onPinchEnd).toHaveBeenCalledOnce();
  for (const name of ['onDragStart', 'onDrag', 'onTap'] as const)
    expect(handlers[name]).not.toHaveBeenCalled();
  touch('pointerdown', 3, 100);
  touch('pointermove', 3, 150);
  expect(handlers.onDragStart).toHaveBeenCalledOnce();
});
