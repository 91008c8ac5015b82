import type { Lab } from '@deqiq/contract/office/labs.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../testing/portal.tsx';
import { stubServer } from '../../../testing/server.ts';
import { LabsScreen } from './labs-screen.tsx';

const LIST = 'GET /api/partner/misc/labs';
const PATH = '/api/partner/misc/labs';

function labOf(part: Partial<Lab> = {}): Lab {
  return {
    _id: `lab-${Math.random()}`,
    title: 'Sirkonium tac, 16',
    partner: { _id: 'partner-1', firstName: 'Aygün', lastName: 'Məmmədova' },
    startDate: '2026-11-03T00:00:00.000Z',
    endDate: '2026-11-10T00:00:00.000Z',
    status: 'pending',
    ...part,
  };
}

const page = (labs: Lab[], currentPage = 1, totalPages = 1) => ({
  labs,
  pagination: { currentPage, totalPages, totalItems: 0, itemsPerPage: 10 },
});

test('an order shows the full name, what was ordered and for when, the day and its state', async () => {
  stubServer({ [LIST]: { body: page([labOf()]) } });
  renderScreen('partner', LabsScreen);
  const table = await screen.findByRole('table');
  const headers = within(table).getAllByRole('columnheader');
  expect(headers.map((header) => header.textContent)).toEqual([
    'Ad, soyad',
    'Sifariş',
    'Tarix',
    'Status',
  ]);
  const cells = within(table).getAllByRole('cell');
  expect(cells.map((cell) => cell.textContent)).toEqual([
    'Aygün Məmmədova',
    'Sirkonium tac, 16Hazır olacaq: 10.11.2026',
    '03.11.2026',
    'Gözləyir',
  ]);
});

test.each([
  ['completed', 'Tamamlandı'],
  ['pending', 'Gözləyir'],
  ['cancelled', 'Gözləyir'],
  ['', 'Gözləyir'],
])('the state %j is shown as %s', async (status, text) => {
  stubServer({ [LIST]: { body: page([labOf({ status: status as 'pending' })]) } });
  renderScreen('partner', LabsScreen);
  expect((await screen.findAllByRole('cell')).at(-1)?.textContent).toBe(text);
});

test('ten rows per page; the selected page is requested and is in the address', async () => {
  const server = stubServer({
    [LIST]: ({ query }) => ({ body: page([labOf()], Number(query.get('page')), 3) }),
  });
  const router = renderScreen('partner', LabsScreen);
  await userEvent.click(await screen.findByRole('button', { name: '2' }));
  expect(router.state.location.search).toBe('?page=2');
  const requests = server.to(PATH).map(({ query }) => [query.get('page'), query.get('limit')]);
  expect(requests).toEqual([
    ['1', '10'],
    ['2', '10'],
  ]);
});

test('the button requests the list again', async () => {
  const answers = [page([labOf()]), page([labOf({ status: 'completed' })])];
  stubServer({ [LIST]: () => ({ body: answers.shift() }) });
  renderScreen('partner', LabsScreen);
  await screen.findByText('Gözləyir');
  await userEvent.click(screen.getByRole('button', { name: 'Yenilə' }));
  expect(await screen.findByText('Tamamlandı')).toBeDefined();
});

test("a failed list shows the server's message or the default", async () => {
  const answers = [
    { status: 503, body: { code: 'unavailable', message: 'Server yenilənir', requestId: 'r' } },
    { status: 500, text: 'proxy' },
    { body: page([]) },
  ];
  stubServer({ [LIST]: () => answers.shift() ?? {} });
  renderScreen('partner', LabsScreen);
  expect(await screen.findByText('Server yenilənir')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Yenidən cəhd edin' }));
  expect(await screen.findByText('Məlumatları yükləmək mümkün olmadı')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Yenidən cəhd edin' }));
  expect(await screen.findByText('Hələ laboratoriya sifarişi yoxdur')).toBeDefined();
});
