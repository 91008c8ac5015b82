import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from '../../lib/store.ts';
import { useViewerState } from './use-viewer-state.ts';
import type { ViewerModel } from './viewer-model.ts';
import { INITIAL_STATE } from './viewer-state.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A control that shows the number of the frame and counts how often it is drawn. */
function showFrame() {
  const state = createStore(INITIAL_STATE);
  const update = (change: Partial<typeof INITIAL_STATE>) =>
    act(() => state.set({ ...state.get(), ...change }));
  let drawings = 0;
  function Frame() {
    drawings += 1;
    return <p>{useViewerState({ state } as ViewerModel, ({ frame }) => `frame ${frame}`)}</p>;
  }
  render(<Frame />);
  return { update, count: () => drawings };
}

test('a change is shown at once while nothing is dragged', () => {
  const { update } = showFrame();
  update({ frame: 7 });
  expect(screen.queryByText('frame 7')).not.toBeNull();
});

test('a hundred changes of a drag draw the controls once per interval, and its end at once', () => {
  const { update, count } = showFrame();
  update({ isMoving: true });
  const before = count();
  for (let frame = 1; frame <= 100; frame += 1) update({ frame });
  expect(count()).toBe(before);
  act(() => void vi.advanceTimersByTime(100));
  expect(screen.queryByText('frame 100')).not.toBeNull();
  expect(count()).toBe(before + 1);

  update({ frame: 101 });
  update({ isMoving: false });
  expect(screen.queryByText('frame 101')).not.toBeNull();
});
