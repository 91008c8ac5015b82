import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { labOf, openSection, paymentOf, statsOf } from '../../../testing/admin/admin.tsx';
import { listOf } from '../../../testing/checkups.ts';

const PAYMENTS = 'GET /api/admin/payments';
const payments = { body: { payments: [paymentOf()], totalPages: 3 } };
const lastQuery = (requests: { query: URLSearchParams }[]) => requests.at(-1)?.query.toString();

test('pending payments are one choice away; it is in the address, begins at page 1 and can be cleared', async () => {
  const { user, server, where } = openSection('payments?page=2', { [PAYMENTS]: payments });
  await user.click(await screen.findByRole('combobox', { name: 'Status' }));
  await user.click(await screen.findByRole('option', { name: 'Pending' }));
  await waitFor(() =>
    expect(lastQuery(server.to('/api/admin/payments'))).toBe('page=1&limit=20&status=pending'),
  );
  expect(where()).toBe('/admin/dashboard/payments?status=pending');
  expect(screen.queryByRole('button', { name: /^Export/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(where()).toBe('/admin/dashboard/payments'));
});

test('filters that depend on a removed one are removed with it', async () => {
  const { user, server, where } = openSection('checkups?ready=2026-10&weekday=1&opened=none', {
    'GET /api/admin/checkups': { body: listOf([]) },
  });
  await user.click(await screen.findByRole('combobox', { name: 'Ready' }));
  await user.click(await screen.findByRole('option', { name: 'Ready at any time' }));
  await waitFor(() => expect(where()).toBe('/admin/dashboard/checkups'));
  await waitFor(() => expect(lastQuery(server.to('/api/admin/checkups'))).toBe('page=1&limit=10'));
});

test("today's rows are requested by the date in Baku", async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T21:00:00Z'), toFake: ['Date'] });
  const { server } = openSection('payments?day=today', { [PAYMENTS]: payments });
  await screen.findByText('1,00 AZN');
  expect(lastQuery(server.to('/api/admin/payments'))).toBe('page=1&limit=20&from=2026-11-21');
  vi.useRealTimers();
});

test('a list of one partner names whom it is of, and a search stays beside it', async () => {
  const { user, server } = openSection('labs?partner=p1&name=tac', {
    'GET /api/admin/labs': { body: { labs: [labOf()], totalPages: 1 } },
    'GET /api/admin/partner-stats/p1': { body: { partner: statsOf() } },
    'GET /api/admin/lite/partners': {
      body: { partners: [{ _id: 'p2', firstName: 'Elçin', lastName: 'Əliyev' }] },
    },
  });
  const picker = await screen.findByRole('combobox', { name: 'Partner: Aygün Məmmədova' });
  await user.click(picker);
  await user.click(await screen.findByRole('option', { name: 'Elçin Əliyev' }));
  await waitFor(() =>
    expect(lastQuery(server.to('/api/admin/labs'))).toBe('page=1&limit=20&name=tac&partner=p2'),
  );
});

test('a row links to the other lists of its partner', async () => {
  const { user } = openSection('labs', {
    'GET /api/admin/labs': { body: { labs: [labOf()], totalPages: 1 } },
    'GET /api/admin/partner-stats/p1': { body: { partner: statsOf() } },
  });
  await user.click(await screen.findByRole('button', { name: 'Aygün Məmmədova' }));
  const card = within(await screen.findByRole('dialog', { name: 'Aygün Məmmədova' }));
  const link = await card.findByRole('link', { name: 'Payments' });
  expect(link.getAttribute('href')).toBe('/admin/dashboard/payments?partner=p1');
});
