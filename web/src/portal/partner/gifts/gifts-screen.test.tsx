import type { OwnPayment } from '@deqiq/contract/office/payments.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { partnerOf } from '../../../testing/partner.ts';
import { renderScreen } from '../../../testing/portal.tsx';
import { later, type Reply, stubServer } from '../../../testing/server.ts';
import { GiftsScreen } from './gifts-screen.tsx';

const ACCOUNT = 'GET /api/partner/account';
const REQUESTS = 'GET /api/partner/misc/payments';
const DEMAND = '/api/partner/misc/demand-payment';

function requestOf(part: Partial<OwnPayment>): OwnPayment {
  const date = '2026-11-19T21:00:00.000Z';
  return { _id: String(part.status), amount: 1, status: 'pending', gift: 'pen', date, ...part };
}

const list = (payments: OwnPayment[]) => ({
  payments,
  pagination: { currentPage: 1, totalPages: 1 },
});

function open(balance: number, routes: Record<string, Reply | (() => Promise<Reply>)> = {}) {
  const server = stubServer({
    [ACCOUNT]: { body: { partner: partnerOf({ balance }) } },
    [REQUESTS]: { body: list([]) },
    ...routes,
  });
  renderScreen('partner', GiftsScreen);
  return server;
}

async function choose(name: string) {
  await screen.findByText('Hələ hədiyyə seçməmisiniz');
  const heading = await screen.findByRole('heading', { name });
  const item = heading.closest('li') as HTMLElement;
  await userEvent.click(within(item).getByRole('button', { name: 'Seç' }));
}

test('four gifts, each with its cost and its button', async () => {
  open(2);
  expect(await screen.findByText('2')).toBeDefined();
  const catalogue = screen.getByRole('region', { name: 'Hədiyyə kataloqu' });
  const names = within(catalogue).getAllByRole('heading');
  expect(names.map((name) => name.textContent)).toEqual([
    'Qələm',
    'Dəftər',
    'Çanta',
    'Üçü birlikdə',
  ]);
  expect(within(catalogue).getAllByText('1 xal')).toHaveLength(4);
  expect(within(catalogue).getAllByRole('button', { name: 'Seç' })).toHaveLength(4);
});

test('too few points are a warning with both figures, and nothing is sent', async () => {
  const server = open(0.5);
  await screen.findByText('0,5');
  await choose('Dəftər');
  const text = 'Kifayət qədər xal yoxdur. Lazımdır: 1, sizdə: 0,5';
  expect(within(await screen.findByRole('alertdialog')).getByText(text)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Bağla' }));
  expect(server.to(DEMAND)).toEqual([]);
});

test('exactly enough points will do', async () => {
  open(1);
  await screen.findByText('1');
  await choose('Dəftər');
  expect(await screen.findByRole('alertdialog', { name: '«Dəftər» seçilsin?' })).toBeDefined();
});

test('a cancelled confirmation sends nothing', async () => {
  const server = open(3);
  await screen.findByText('3');
  await choose('Çanta');
  await userEvent.click(await screen.findByRole('button', { name: 'Ləğv et' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(server.to(DEMAND)).toEqual([]);
});

test('a confirmed gift is requested once, and points and requests are refetched', async () => {
  const answer = later<Reply>();
  const server = open(3, { [`POST ${DEMAND}`]: () => answer.promise });
  await screen.findByText('3');
  await choose('Çanta');
  await userEvent.click(await screen.findByRole('button', { name: 'Bəli' }));
  for (const button of screen.getAllByRole<HTMLButtonElement>('button', { name: 'Seç' }))
    expect(button.disabled || button.ariaBusy).toBeTruthy();
  answer.resolve({ body: { message: 'Hədiyyə sorğunuz qəbul edildi', balance: 2 } });
  expect(await screen.findByText('Hədiyyə sorğunuz qəbul edildi')).toBeDefined();
  expect(server.to(DEMAND).map(({ body }) => JSON.parse(String(body)))).toEqual([{ gift: 'bag' }]);
  await waitFor(() => expect(server.to('/api/partner/account')).toHaveLength(2));
  expect(server.to('/api/partner/misc/payments')).toHaveLength(2);
});

test.each([
  [
    { status: 409, body: { message: 'Kifayət qədər xal yoxdur. Lazımdır: 1, sizdə: 0' } },
    'Kifayət qədər xal yoxdur. Lazımdır: 1, sizdə: 0',
  ],
  [{ status: 500, text: 'proxy' }, 'Hədiyyə seçilərkən xəta baş verdi'],
])("a refusal shows the server's message or the default", async (reply, text) => {
  open(3, { [`POST ${DEMAND}`]: reply });
  await screen.findByText('3');
  await choose('Qələm');
  await userEvent.click(await screen.findByRole('button', { name: 'Bəli' }));
  expect(await screen.findByText(text)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Bağla' }));
});

test('own requests are listed with gift, day and status', async () => {
  const rows = [
    requestOf({ status: 'pending', gift: 'pen' }),
    requestOf({ status: 'completed', gift: 'all' }),
    requestOf({ status: 'rejected', gift: null }),
  ];
  open(3, { [REQUESTS]: { body: list(rows) } });
  const table = await screen.findByRole('table');
  const lines = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );
  expect(lines).toEqual([
    ['Qələm', '1', '20 noyabr 2026', 'Gözləyir'],
    ['Üçü birlikdə', '1', '20 noyabr 2026', 'Təsdiqlənib'],
    ['Hədiyyə', '1', '20 noyabr 2026', 'Rədd edilib'],
  ]);
});
