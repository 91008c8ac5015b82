import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useShortcuts } from './use-shortcuts.ts';

function showFields() {
  const zoom = vi.fn();
  const next = vi.fn();
  function Fields() {
    useShortcuts([
      { key: '+', label: 'zoom', run: zoom },
      { key: 'arrowup', label: 'next', run: next },
    ]);
    return (
      <>
        <input type="range" aria-label="slider" />
        <input aria-label="text" />
      </>
    );
  }
  render(<Fields />);
  const press = (name: string, key: string) =>
    fireEvent.keyDown(screen.getByLabelText(name), { key });
  return { zoom, next, press };
}

test('a slider that has the focus leaves the shortcuts their keys, but not those that move it', () => {
  const { zoom, next, press } = showFields();
  press('slider', '+');
  press('slider', 'ArrowUp');
  expect(zoom).toHaveBeenCalledOnce();
  expect(next).not.toHaveBeenCalled();
});

test('a text field keeps every key', () => {
  const { zoom, press } = showFields();
  press('text', '+');
  expect(zoom).not.toHaveBeenCalled();
});
