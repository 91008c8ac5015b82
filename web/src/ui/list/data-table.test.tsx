import { setLanguageSource } from '@deqiq/messages/language.ts';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { send } from '../../api/http/http.ts';
import { polledList, queryClient } from '../../api/http/query.ts';
import { queriesNotified, queriesRendered } from '../../testing/query.ts';
import { later, type Reply, stubServer } from '../../testing/server.ts';
import { DataTable } from './data-table.tsx';

setLanguageSource(() => 'spec');

type List = { people: { id: string; name: string }[]; page: number };

const renderCell = vi.fn();

function People() {
  const query = useQuery({
    queryKey: ['people'],
    queryFn: () => send<List>('GET', '/api/people'),
    ...polledList,
  });
  return (
    <DataTable
      query={query}
      rows={(list) => list.people}
      rowKey={(person) => person.id}
      columns={[
        { id: 'number', header: '#', cell: (_, number) => number },
        {
          id: 'name',
          header: 'Name',
          cell: ({ name }) => {
            renderCell(name);
            return name;
          },
        },
      ]}
      actions={({ name }) => <button type="button">{`Edit ${name}`}</button>}
      caption="People"
      empty="No People Found"
      failed="Failed to load people"
      firstNumber={({ page }) => (page - 1) * 20 + 1}
    />
  );
}

const list = (...names: string[]): Reply => ({
  body: { people: names.map((name, id) => ({ id: String(id), name })), page: 2 },
  headers: { ETag: `"${encodeURIComponent(names.join())}"` },
});

/** Serves the current reply, or 304 if the client has it. */
function show(first: Reply | Promise<Reply>) {
  let reply = first;
  const server = stubServer({
    'GET /api/people': async ({ headers }) => {
      const answer = await reply;
      await queriesNotified(); // the fetching state is delivered before the answer
      const etag = answer.headers?.ETag;
      return etag && headers.get('If-None-Match') === etag ? { status: 304 } : answer;
    },
  });
  render(
    <QueryClientProvider client={queryClient}>
      <People />
    </QueryClientProvider>,
  );
  return { server, setReply: (next: Reply | Promise<Reply>) => (reply = next) };
}

/** Refetches as the poll does after ten seconds. */
async function poll(): Promise<void> {
  await queryClient.refetchQueries({ queryKey: ['people'] });
  await queriesRendered();
}

afterEach(() => renderCell.mockClear());

test('the head and empty rows are shown until the first answer, then the rows with their numbers', async () => {
  const answer = later<Reply>();
  show(answer.promise);
  expect(screen.getByRole('status').textContent).toBe('Loading...');
  const skeleton = document.querySelector('[aria-hidden=true] > table');
  expect(skeleton?.querySelector('thead')?.textContent).toBe('#NameActions');
  expect(skeleton?.querySelectorAll('tbody tr')).toHaveLength(10);
  answer.resolve(list('Aygün', 'Elçin'));
  const rows = await screen.findAllByRole('row');
  expect(screen.queryByRole('status')).toBeNull();
  expect(rows.slice(1).map((row) => within(row).getAllByRole('cell')[0]?.textContent)).toEqual([
    '21',
    '22',
  ]);
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    '#',
    'Name',
    'Actions',
  ]);
});

test('an empty list shows the empty text', async () => {
  show(list());
  expect(await screen.findByText('No People Found')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

test("a failure shows the panel with the server's message, and Refresh Page tries again", async () => {
  const { setReply } = show({ status: 500, body: { message: 'Server dayanıb' } });
  const panel = within(await screen.findByRole('alert'));
  expect(panel.getByText('Oops! Something went wrong')).toBeTruthy();
  expect(panel.getByText('Server dayanıb')).toBeTruthy();
  setReply(list('Aygün'));
  await userEvent.click(panel.getByRole('button', { name: 'Refresh Page' }));
  expect(await screen.findByText('Aygün')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a failed first load keeps its panel and the focus while it is tried again', async () => {
  const { setReply } = show({ status: 500, body: { message: 'Server dayanıb' } });
  const button = await screen.findByRole('button', { name: 'Refresh Page' });
  const again = later<Reply>();
  setReply(again.promise);
  await userEvent.click(button);
  await queriesRendered();
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.getByText('Server dayanıb')).toBeTruthy();
  expect(document.activeElement).toBe(button);
  again.resolve(list('Aygün'));
  expect(await screen.findByText('Aygün')).toBeTruthy();
});

test('a failure without a reason shows the default message', async () => {
  show({ status: 502, text: '<html>' });
  expect(await screen.findByText('Failed to load people')).toBeTruthy();
});

test('an unchanged poll draws nothing again', async () => {
  const { server } = show(list('Aygün', 'Elçin'));
  await screen.findByText('Aygün');
  renderCell.mockClear();
  await poll();
  expect(server.requests).toHaveLength(2);
  expect(renderCell).not.toHaveBeenCalled();
});

test('a changed poll changes the row', async () => {
  const { setReply } = show(list('Aygün'));
  await screen.findByText('Aygün');
  setReply(list('Aygün', 'Nərgiz'));
  await poll();
  expect(await screen.findByText('Nərgiz')).toBeTruthy();
  expect(screen.queryByRole('status')).toBeNull();
});

test('a failed poll leaves the rows and shows an error above them', async () => {
  const { setReply } = show(list('Aygün'));
  await screen.findByText('Aygün');
  setReply({ status: 503, body: {} });
  await poll();
  expect(within(await screen.findByRole('alert')).getByText('Failed to load people')).toBeTruthy();
  expect(screen.getByText('Aygün')).toBeTruthy();
});
