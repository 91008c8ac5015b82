import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRedraws } from './redraws.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page whose clock runs on by `blocked` milliseconds before its first timer is called. */
function open({ blocked = 0, left = 100 }) {
  const state = { left, redraws: 0 };
  const changed = createRedraws(
    () => state.left === 0,
    () => {
      state.redraws += 1;
    },
  );
  /** A brick arrives every 100 ms. */
  const arrive = async (count: number) => {
    for (let brick = 0; brick < count; brick += 1) {
      state.left -= 1;
      changed();
      await vi.advanceTimersByTimeAsync(100);
    }
  };
  changed();
  const { now } = performance;
  const started = now.call(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => {
    const time = now.call(performance);
    return time + (time > started ? blocked : 0);
  });
  return { state, arrive };
}

test('bricks that arrive are drawn every 400 ms, and the last one when it is there', async () => {
  const { state, arrive } = open({ left: 12 });
  await arrive(11);
  expect(state.redraws).toBe(2);
  await arrive(1);
  expect(state.redraws).toBe(3);
});

test('while the last redraw holds up the page, bricks are not drawn until all are there', async () => {
  const { state, arrive } = open({ left: 40, blocked: 2_000 });
  await arrive(39);
  expect(state.redraws).toBe(0);
  await arrive(1);
  expect(state.redraws).toBe(1);
});
