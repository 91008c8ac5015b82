import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRedraws } from './redraws.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function open({ drawingTime = 20, left = 100 }) {
  const state = { left, redraws: 0 };
  const changed = createRedraws({
    hasAll: () => state.left === 0,
    drawingTime: () => drawingTime,
    redraw() {
      state.redraws += 1;
    },
  });
  /** A brick arrives every 100 ms. */
  const arrive = async (count: number) => {
    for (let brick = 0; brick < count; brick += 1) {
      state.left -= 1;
      changed();
      await vi.advanceTimersByTimeAsync(100);
    }
  };
  changed();
  return { state, arrive };
}

test('bricks that arrive are drawn every 400 ms, and the last one when it is there', async () => {
  const { state, arrive } = open({ left: 12 });
  await arrive(11);
  expect(state.redraws).toBe(2);
  await arrive(1);
  expect(state.redraws).toBe(3);
});

test('where drawing takes long, there is a pause of eight times as long before each redraw', async () => {
  const { state, arrive } = open({ left: 30, drawingTime: 250 });
  await arrive(19);
  expect(state.redraws).toBe(0);
  await arrive(10);
  expect(state.redraws).toBe(1);
  await arrive(1);
  expect(state.redraws).toBe(2);
});
