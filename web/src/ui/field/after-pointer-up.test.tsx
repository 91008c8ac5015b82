import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { TextInput } from './text-input.tsx';

afterEach(() => vi.useRealTimers());

function show() {
  const left = vi.fn();
  const pressed = vi.fn(() => left.mock.calls.length);
  render(
    <>
      <TextInput aria-label="Name" onBlur={left} />
      <button type="button" onClick={pressed}>
        Save
      </button>
    </>,
  );
  screen.getByRole('textbox').focus();
  return { left, pressed, button: screen.getByRole('button') };
}

test('a field that loses the focus to a press reports the blur after the press', async () => {
  const { left, pressed, button } = show();
  await userEvent.click(button);
  expect(pressed).toHaveReturnedWith(0);
  await vi.waitFor(() => expect(left).toHaveBeenCalledOnce());
});

test('a press on the submit button reports the blur before the form is submitted', async () => {
  const left = vi.fn();
  const sent = vi.fn(() => left.mock.calls.length);
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent();
      }}
    >
      <TextInput aria-label="Name" onBlur={left} />
      <button type="submit">Send</button>
    </form>,
  );
  screen.getByRole('textbox').focus();
  await userEvent.click(screen.getByRole('button'));
  expect(sent).toHaveReturnedWith(1);
});

test('a long press that is cancelled elsewhere still reports the blur once', () => {
  vi.useFakeTimers();
  const { left, button } = show();
  fireEvent.pointerDown(button);
  fireEvent.mouseDown(button);
  screen.getByRole('textbox').blur();
  vi.advanceTimersByTime(60_000);
  expect(left).not.toHaveBeenCalled();
  fireEvent.pointerCancel(document.body);
  vi.runAllTimers();
  expect(left).toHaveBeenCalledOnce();
});

test('a finger: its mouse events come after its pointer is gone', async () => {
  const { left, button } = show();
  fireEvent.pointerDown(button);
  fireEvent.pointerUp(button);
  fireEvent.mouseDown(button);
  screen.getByRole('textbox').blur();
  expect(left).not.toHaveBeenCalled();
  fireEvent.mouseUp(button);
  await vi.waitFor(() => expect(left).toHaveBeenCalledOnce());
});

test('a field that is left by Tab reports the blur at once', async () => {
  const { left } = show();
  await userEvent.tab();
  expect(left).toHaveBeenCalledOnce();
});

test('switching windows does not report a blur', () => {
  const { left } = show();
  const field = screen.getByRole('textbox');
  // A browser that loses the focus sends a blur event, but the field stays the active element.
  fireEvent.blur(field);
  expect(document.activeElement).toBe(field);
  expect(left).not.toHaveBeenCalled();
  field.blur();
  expect(left).toHaveBeenCalledOnce();
});
