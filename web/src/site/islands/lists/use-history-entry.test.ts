import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useHistoryEntry } from './use-history-entry.ts';

test('two wishes to close in one breath go back one entry', async () => {
  const back = vi.spyOn(history, 'back');
  const { result } = renderHook(() => useHistoryEntry('a'));
  act(() => result.current.open(2));
  expect(result.current.at).toBe(2);
  act(() => {
    result.current.close();
    result.current.close();
  });
  await vi.waitFor(() => expect(result.current.at).toBeUndefined());
  expect(back).toHaveBeenCalledOnce();
  act(() => result.current.close());
  expect(back).toHaveBeenCalledOnce();
});

test('the entry of one doctor opens nothing of another', () => {
  const { result: one } = renderHook(() => useHistoryEntry('a'));
  const { result: other } = renderHook(() => useHistoryEntry('b'));
  act(() => one.current.open(1));
  act(() => void dispatchEvent(new PopStateEvent('popstate')));
  expect(one.current.at).toBe(1);
  expect(other.current.at).toBeUndefined();
});
