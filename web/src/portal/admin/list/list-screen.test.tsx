import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { adminList } from '../../../api/http/admin-list.ts';
import { queryClient } from '../../../api/http/query.ts';
import { labOf, openSection } from '../../../testing/admin/admin.tsx';
import { renderScreen } from '../../../testing/portal.tsx';
import { queriesNotified, queriesRendered } from '../../../testing/query.ts';
import { stubServer } from '../../../testing/server.ts';
import { ListScreen } from './list-screen.tsx';

const renderCell = vi.fn(({ title }: { title: string }) => title);

const Labs = () => (
  <ListScreen
    title="Labs"
    name="labs"
    exported="labs"
    list={(page, name) => adminList('labs', page, { limit: 20, name })}
    rows={({ labs }) => labs}
    rowKey={({ _id }) => _id}
    pageSize={20}
    columns={[{ id: 'title', header: 'Title', cell: renderCell }]}
    empty="No Labs Found"
    failed="Failed to load labs"
  />
);

test('an unchanged poll renders no row again, a changed one does', async () => {
  const first = labOf({ _id: 'l1', title: 'Tac' });
  const second = labOf({ _id: 'l2', title: 'Körpü' });
  const answers = [
    { body: { labs: [first], totalPages: 1 }, headers: { ETag: '"1"' } },
    { status: 304 },
    { body: { labs: [first, second], totalPages: 1 }, headers: { ETag: '"2"' } },
  ];
  const { requests } = stubServer({
    'GET /api/admin/labs': async () => {
      // The fetching state is delivered before the answer.
      await queriesNotified();
      return answers.shift() ?? {};
    },
  });
  renderScreen('admin', Labs);
  await screen.findByText('Tac');
  renderCell.mockClear();
  const poll = async () => {
    await queryClient.refetchQueries({ queryKey: ['admin', 'labs'] });
    await queriesRendered();
  };
  await poll();
  expect(requests[1]?.headers.get('If-None-Match')).toBe('"1"');
  expect(renderCell).not.toHaveBeenCalled();
  await poll();
  expect(await screen.findByText('Körpü')).toBeTruthy();
});

const serveNone = { 'GET /api/admin/labs': { body: { labs: [], totalPages: 0 } } };

test('an empty list says what it is for, and one press opens the form of its first entry', async () => {
  const { user } = openSection('labs', serveNone);
  expect(
    await screen.findByText(/^Laboratory work and its deadlines are followed here/),
  ).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Create the first one' }));
  expect(await screen.findByRole('dialog')).toBeTruthy();
});

test('an empty list with filters says so, and one press removes them and the search', async () => {
  const { user, where } = openSection('labs?status=pending&name=tac', serveNone);
  expect(await screen.findByText('Nothing matches the filters.')).toBeTruthy();
  expect(screen.queryByText(/^Laboratory work/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(where()).toBe('/admin/dashboard/labs'));
});

test('an empty search says so, without a first action', async () => {
  openSection('labs?name=tac', serveNone);
  expect(await screen.findByText(/^Nothing matches the search/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Create the first one' })).toBeNull();
});
