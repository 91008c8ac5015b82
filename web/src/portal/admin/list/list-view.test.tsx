import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { queryClient } from '../../../api/http/query.ts';
import { labOf, openSection } from '../../../testing/admin/admin.tsx';

const open = (address = 'labs') =>
  openSection(address, { 'GET /api/admin/labs': { body: { labs: [labOf()], totalPages: 1 } } });

const openLayout = async (user: ReturnType<typeof open>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Layout' }));
  return within(await screen.findByRole('dialog', { name: 'Layout' }));
};

test('a layout is saved with its filters and order, but without the search, and is one press away', async () => {
  const { user, where } = open('labs?name=tac&status=done&sort=-end');
  const dialog = await openLayout(user);
  await user.type(dialog.getByLabelText('Name of the layout'), 'Gecikənlər{Enter}');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  cleanup();
  queryClient.clear();
  const again = open();
  const link = await screen.findByRole('link', { name: 'Gecikənlər' });
  await again.user.click(link);
  expect(again.where()).toBe('/admin/dashboard/labs?sort=-end&status=done');
  await waitFor(() => expect(link.ariaCurrent).toBe('true'));
  const opened = await openLayout(again.user);
  await again.user.click(opened.getByRole('button', { name: 'Delete Gecikənlər' }));
  await waitFor(() => expect(opened.queryByText('Gecikənlər')).toBeNull());
  expect(where()).toContain('name=tac');
});

test('columns can be hidden, but not the name of a row; printing closes the dialog first', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const { user } = open();
  expect(await screen.findByRole('columnheader', { name: 'Start Date' })).toBeTruthy();
  const dialog = await openLayout(user);
  expect(dialog.queryByRole('checkbox', { name: 'Name' })).toBeNull();
  await user.click(dialog.getByRole('checkbox', { name: 'Start Date' }));
  await user.click(dialog.getByRole('button', { name: 'Print' }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(screen.queryByRole('columnheader', { name: 'Start Date' })).toBeNull();
  expect(screen.getByRole('columnheader', { name: 'End Date' })).toBeTruthy();
});
