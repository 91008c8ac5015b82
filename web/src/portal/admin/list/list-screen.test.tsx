import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { adminList } from '../../../api/http/admin-list.ts';
import { queryClient } from '../../../api/http/query.ts';
import { renderScreen } from '../../../testing/portal.tsx';
import { queriesNotified, queriesRendered } from '../../../testing/query.ts';
import { stubServer } from '../../../testing/server.ts';
import { ListScreen } from './list-screen.tsx';

type List = { people: string[]; totalPages: number };

const renderCell = vi.fn((name: string) => name);

const People = () => (
  <ListScreen
    title="People"
    exported="labs"
    list={(page, name) => adminList<List>('people', page, { limit: 20, name })}
    rows={({ people }) => people}
    rowKey={(name) => name}
    pageSize={20}
    columns={[{ id: 'name', header: 'Name', cell: renderCell }]}
    empty="No People Found"
    failed="Failed to load people"
  />
);

test('an unchanged poll renders no row again, a changed one does', async () => {
  const answers = [
    { body: { people: ['Aygün'], totalPages: 1 }, headers: { ETag: '"1"' } },
    { status: 304 },
    { body: { people: ['Aygün', 'Elçin'], totalPages: 1 }, headers: { ETag: '"2"' } },
  ];
  const { requests } = stubServer({
    'GET /api/admin/people': async () => {
      // The fetching state is delivered before the answer.
      await queriesNotified();
      return answers.shift() ?? {};
    },
  });
  renderScreen('admin', People);
  await screen.findByText('Aygün');
  renderCell.mockClear();
  const poll = async () => {
    await queryClient.refetchQueries({ queryKey: ['admin', 'people'] });
    await queriesRendered();
  };
  await poll();
  expect(requests[1]?.headers.get('If-None-Match')).toBe('"1"');
  expect(renderCell).not.toHaveBeenCalled();
  await poll();
  expect(await screen.findByText('Elçin')).toBeTruthy();
});
