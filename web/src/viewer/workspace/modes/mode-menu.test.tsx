import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ModeMenu } from './mode-menu.tsx';

test('a doctor chooses a reading mode and leaves it', () => {
  const onMode = vi.fn();
  const { rerender } = render(<ModeMenu mode={undefined} onMode={onMode} />);
  const menu = screen.getByRole('combobox', { name: 'Oxu rejimi' });
  fireEvent.change(menu, { target: { value: 'endo' } });
  expect(onMode).toHaveBeenLastCalledWith('endo');
  rerender(<ModeMenu mode="endo" onMode={onMode} />);
  fireEvent.change(menu, { target: { value: '' } });
  expect(onMode).toHaveBeenLastCalledWith(undefined);
});
