import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { IconButton } from '../icon-button.tsx';
import { ActionTooltip } from './action-tooltip.tsx';
import { RowName } from './row-name.ts';

function showRow() {
  render(
    <ActionTooltip>
      <RowName value={{ name: 'Aysel' }}>
        <span data-actions="">
          <IconButton label="Edit" icon={<svg aria-hidden="true" />} />
          <IconButton label="Delete" icon={<svg aria-hidden="true" />} />
        </span>
      </RowName>
      <button type="button" aria-label="Open a.png" />
    </ActionTooltip>,
  );
  return userEvent.setup();
}

const edit = () => screen.getByRole('button', { name: 'Edit' });

test('the name of a row action appears under the pointer, and the browser shows no second one', async () => {
  const user = showRow();
  expect(screen.queryByText('Edit')).toBeNull();
  await user.hover(edit());
  expect(await screen.findByText('Edit')).toBeDefined();
  expect(edit().title).toBe('');
  await user.hover(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Delete')).toBeDefined();
  await user.hover(screen.getByRole('button', { name: 'Open a.png' }));
  await waitFor(() => expect(screen.queryByText('Delete')).toBeNull());
});

test('it appears on keyboard focus, and Escape hides it', async () => {
  const user = showRow();
  await user.tab();
  expect(await screen.findByText('Edit')).toBeDefined();
  await user.tab();
  expect(await screen.findByText('Delete')).toBeDefined();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('Delete')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete' }));
});

test('a press hides it: a dialog may open there', async () => {
  const user = showRow();
  await user.hover(edit());
  await screen.findByText('Edit');
  await user.click(edit());
  await waitFor(() => expect(screen.queryByText('Edit')).toBeNull());
});
