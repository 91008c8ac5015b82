import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HelpDialog } from './help-dialog.tsx';

test('keys are named as they are on a keyboard', () => {
  const keys = ['w', 'pagedown', 'end', 'home', 'backspace', 'delete', 'escape'];
  const shortcuts = keys.map((key) => ({ key, label: `does ${key}`, run: () => undefined }));
  render(<HelpDialog shortcuts={shortcuts} onClose={() => undefined} />);
  const names = keys.map((key) => screen.getByText(`does ${key}`).previousSibling?.textContent);
  expect(names).toEqual(['W', 'Page Down', 'End', 'Home', 'Backspace', 'Delete', 'Esc']);
});
