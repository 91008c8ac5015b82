import { expect, test, vi } from 'vitest';
import { pushOverlay } from './overlay-history.ts';

test('a dialog that its button closes leaves no entry for Back behind', async () => {
  const remove = pushOverlay(() => {});
  await vi.waitFor(() => expect(history.state).toEqual({ over: 1 }));
  remove();
  await vi.waitFor(() => expect(history.state).toBeNull());
});

test('Back closes the topmost of two dialogs', async () => {
  const lower = vi.fn();
  const upper = vi.fn();
  const removals = [lower, upper].map((close) => pushOverlay(close));
  await vi.waitFor(() => expect(history.state).toEqual({ over: 2 }));
  history.back();
  await vi.waitFor(() => expect(upper).toHaveBeenCalledOnce());
  expect(lower).not.toHaveBeenCalled();
  for (const remove of removals) remove();
});
