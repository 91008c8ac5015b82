import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { toast } from './toast.ts';
import { Toasts } from './toasts.tsx';

afterEach(() => vi.useRealTimers());

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test('a toast is seen for three seconds, the newest on top', async () => {
  vi.useFakeTimers();
  render(<Toasts />);
  await act(async () => toast.success('Labs uğurla əlavə edildi'));
  await pass(1500);
  await act(async () => toast.error('Failed to change password'));
  expect(screen.getAllByText(/./, { selector: 'p' }).map((each) => each.textContent)).toEqual([
    'Failed to change password',
    'Labs uğurla əlavə edildi',
  ]);
  await pass(1400);
  expect(screen.getByText('Labs uğurla əlavə edildi')).toBeTruthy();
  await pass(200);
  expect(screen.queryByText('Labs uğurla əlavə edildi')).toBeNull();
  expect(screen.getByText('Failed to change password')).toBeTruthy();
  await pass(1500);
  expect(screen.queryByText('Failed to change password')).toBeNull();
});

test('toasts that were sent before the outlet was mounted are shown once it is', async () => {
  toast.success('Logged out successfully.');
  render(<Toasts />);
  expect(await screen.findByText('Logged out successfully.')).toBeTruthy();
});

test('a repeated toast restarts the time of the first one', async () => {
  vi.useFakeTimers();
  render(<Toasts />);
  await act(async () => toast.error('Daxil olmaq uğurlu deyil'));
  await pass(2000);
  await act(async () => toast.error('Daxil olmaq uğurlu deyil'));
  expect(screen.getAllByText('Daxil olmaq uğurlu deyil')).toHaveLength(1);
  await pass(2000);
  expect(screen.getByText('Daxil olmaq uğurlu deyil')).toBeTruthy();
  await pass(1500);
  expect(screen.queryByText('Daxil olmaq uğurlu deyil')).toBeNull();
});

test('a toast with an action stays for ten seconds, and a press runs the action once', async () => {
  vi.useFakeTimers();
  const undo = vi.fn();
  render(<Toasts />);
  await act(async () => toast.success('Assigned', { label: 'Undo', run: undo }));
  await pass(9_900);
  const button = screen.getByRole('button', { name: 'Undo' });
  await act(async () => button.click());
  await pass(500);
  expect(undo).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('Assigned')).toBeNull();
  await act(async () => toast.success('Set aside', { label: 'Undo', run: undo }));
  await pass(10_500);
  expect(screen.queryByText('Set aside')).toBeNull();
});
