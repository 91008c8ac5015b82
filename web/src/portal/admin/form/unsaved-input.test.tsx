import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, openSection, press, readError } from '../../../testing/admin/admin.tsx';

const lists = {
  'GET /api/admin/partners': {
    body: {
      partners: [],
      pagination: { currentPage: 1, totalPage: 1, totalItems: 0, itemsPerPage: 20 },
    },
  },
};

async function openForm(stored: Record<string, string> = {}) {
  const portal = openSection('', lists);
  for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, value);
  await portal.user.click(await screen.findByRole('button', { name: 'Add Partner' }));
  await screen.findByRole('dialog');
  return portal;
}

/** Opens the form after a reload: nothing that React does at the end of a page has an effect. */
function reload() {
  const stored: Record<string, string> = { ...sessionStorage };
  cleanup();
  return openForm(stored);
}

test('what was typed is restored after a reload, without the password', async () => {
  const { user } = await openForm();
  await user.type(screen.getByLabelText(/^First Name/), 'Aygün');
  await user.type(screen.getByLabelText(/^Password/), 'gizli123');
  await waitFor(() => expect(JSON.stringify(sessionStorage)).toContain('Aygün'));
  expect(JSON.stringify(sessionStorage)).not.toContain('gizli123');
  const again = await reload();
  expect(await screen.findByText('What you typed before was restored')).toBeTruthy();
  expect(screen.getByLabelText(/^First Name/)).toHaveProperty('value', 'Aygün');
  expect(screen.getByLabelText(/^Password/)).toHaveProperty('value', '');
  await press(again.user, 'Discard it');
  expect(screen.getByLabelText(/^First Name/)).toHaveProperty('value', '');
  expect(screen.queryByText('What you typed before was restored')).toBeNull();
});

test('a form that was closed begins empty', async () => {
  const { user } = await openForm();
  await user.type(screen.getByLabelText(/^First Name/), 'Aygün');
  await press(user, 'Cancel');
  await answer(user, 'Discard');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(JSON.stringify(sessionStorage)).not.toContain('Aygün');
});

test('all faults are marked at once; the first is in the dialog, and its field has the focus after it', async () => {
  const { user } = await openForm();
  const name = screen.getByLabelText(/^First Name/);
  const email = screen.getByLabelText(/^Email/);
  await press(user, 'Add Partner');
  await screen.findByRole('alertdialog');
  expect(email.ariaInvalid).toBe('true');
  // Once on the page, not twice.
  expect(screen.getAllByText('Please enter a first name')).toHaveLength(1);
  await readError(user, 'Please enter a first name');
  await waitFor(() => expect(document.activeElement).toBe(name));
  expect(name.ariaInvalid).toBe('true');
  await user.type(email, 'a');
  expect(email.ariaInvalid).not.toBe('true');
  expect(name.ariaInvalid).toBe('true');
});
