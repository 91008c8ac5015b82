import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openSection, readError } from '../../../testing/admin/admin.tsx';
import type { Reply } from '../../../testing/server.ts';

const entryOf = (id: string, fullName: string) => ({
  _id: id,
  fullName,
  email: 'a@example.az',
  phone: '+994702223344',
  partnerFullName: 'yoxdur',
  createdAt: '2026-11-20T07:15:57.123Z',
  status: 'new',
  note: `qeyd ${id}`,
  handledBy: '',
  handledAt: null,
  version: 3,
});

const applications = [
  entryOf('a1', 'Nigar Quliyeva'),
  entryOf('a2', 'Rəna Rzayeva'),
  entryOf('a3', 'Elçin Əliyev'),
];

const saved = { body: { progress: { ...applications[0], version: 4 }, message: '' } };

const open = (second: Reply = saved) =>
  openSection('applications/reservation', {
    'GET /api/admin/applications/reservation': {
      body: { applications, pagination: { totalPages: 1 } },
    },
    'GET /api/admin/exports/applications/reservation': { text: 'PK' },
    'PATCH /api/admin/applications/reservations/a1/status': saved,
    'PATCH /api/admin/applications/reservations/a2/status': second,
    'PATCH /api/admin/applications/reservations/a3/status': saved,
  });

const bar = () => within(screen.getByRole('region', { name: 'Selected rows' }));

test('all applications of a page are contacted in three presses, and undone in one', async () => {
  const { user, sent } = open();
  await user.click(await screen.findByRole('checkbox', { name: 'Select Nigar Quliyeva' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(bar().getByRole('button', { name: 'Select all on the page' }));
  expect(bar().getByRole('status').textContent).toBe('3 selected');
  await user.click(bar().getByRole('button', { name: 'Contacted' }));
  expect(await screen.findByText('3 changed')).toBeTruthy();
  expect(sent('PATCH')[0]?.body).toBe('{"status":"contacted","note":"qeyd a1","version":3}');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent('PATCH')).toHaveLength(6));
  expect(sent('PATCH')[3]?.body).toBe('{"status":"new","note":"qeyd a1","version":4}');
});

test('rows that a colleague has changed are named, stay selected, and the others are done', async () => {
  const { user } = open({ status: 409, body: { message: 'A colleague changed this entry' } });
  for (const name of ['Nigar Quliyeva', 'Rəna Rzayeva'])
    await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
  await user.click(bar().getByRole('button', { name: 'Done' }));
  await readError(user, 'Not changed: Rəna Rzayeva: A colleague changed this entry');
  expect(bar().getByRole('status').textContent).toBe('1 selected');
  expect(screen.getByRole('checkbox', { name: 'Select Rəna Rzayeva' })).toHaveProperty(
    'checked',
    true,
  );
});

test('X selects the row that has the focus', async () => {
  const { user } = open();
  await screen.findByText('Rəna Rzayeva');
  await user.keyboard('jjx');
  expect(screen.getByRole('checkbox', { name: 'Select Rəna Rzayeva' })).toHaveProperty(
    'checked',
    true,
  );
  await user.keyboard('x');
  expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull();
});

test('an owner saves the selected rows only', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user, server } = open();
  for (const name of ['Nigar Quliyeva', 'Elçin Əliyev'])
    await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
  await user.click(bar().getByRole('button', { name: 'Export Excel' }));
  const path = '/api/admin/exports/applications/reservation';
  await waitFor(() => expect(server.to(path)).toHaveLength(1));
  expect(server.to(path)[0]?.query.get('ids')).toBe('a1,a3');
  expect(bar().getByRole('status').textContent).toBe('2 selected');
});
