import type { Month } from '@deqiq/contract/desk/month.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { formatMonth, today } from '../../../lib/format.ts';
import { openSection } from '../../../testing/admin/admin.tsx';
import type { Reply } from '../../../testing/server.ts';

const none = {
  examinations: 0,
  hoursUntilReported: null,
  gifts: 0,
  unopened: 0,
  hoursUntilOpened: null,
  referrals: 0,
  patients: 0,
  appointments: 0,
  missed: 0,
  income: 0,
  payments: 0,
};

const partner = { _id: 'p1', firstName: 'Aygün', lastName: 'Məmmədova' };

const amount = (count: number, before = 0, lastYear = 0) => ({ count, before, lastYear });

const monthOf = (part: Partial<Month> = {}): Month => ({
  month: '2026-10',
  figures: { ...none, examinations: 1234, missed: 3, income: 60.5, hoursUntilOpened: 2.5 },
  lastMonth: { ...none, examinations: 1100, hoursUntilOpened: 4 },
  lastYear: none,
  days: { count: [1, 2], before: [4], lastYear: [] },
  weekdays: [amount(5, 4, 3), ...[0, 0, 0, 0, 0].map(() => amount(0)), amount(1229)],
  kinds: [{ examination: 'cbct', appointments: amount(7), missed: 3, income: amount(60.5) }],
  machines: [
    { _id: 'd1', name: 'KLKT 1', appointments: amount(7), missed: 0, income: amount(60.5) },
  ],
  partners: [
    {
      partner,
      examinations: amount(2, 9),
      referrals: amount(1, 4),
      income: amount(60.5),
      typedPatients: 96,
      isSilent: true,
    },
  ],
  ...part,
});

const open = (reply: Reply = { body: monthOf() }) =>
  openSection('month?month=2026-10', { 'GET /api/admin/month': reply });

test('a figure is read beside those before, and each opens its rows', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'Oktyabr 2026' })).toBeTruthy();
  const tile = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement;
  await screen.findByText('Examinations', { selector: 'dt' });
  expect(tile('Examinations')?.textContent).toBe(
    'Examinations1.234Sentyabr 2026: 1.100Oktyabr 2025: 0',
  );
  expect(tile('Until a result is opened')?.textContent).toBe(
    'Until a result is opened2,5 hSentyabr 2026: 4 hOktyabr 2025: —',
  );
  const links = [...document.querySelectorAll('dl a')].map((link) => link.getAttribute('href'));
  expect(links.slice(0, 3)).toEqual([
    '/admin/dashboard/checkups?ready=2026-10',
    '/admin/dashboard/checkups?ready=2026-09',
    '/admin/dashboard/checkups?ready=2025-10',
  ]);
  expect(links).toContain('/admin/dashboard/month/appointments?month=2026-10&state=missed');
  expect(links).toContain('/admin/dashboard/payments?status=completed&day=2026-10&gift=any');
});

test('plots are tables whose numbers open their rows', async () => {
  open();
  const weekdays = within(await screen.findByRole('table', { name: 'Examinations by weekday' }));
  expect(weekdays.getByRole('row', { name: /Monday/ }).textContent).toBe('Monday543');
  expect(weekdays.getByRole('link', { name: '5' }).getAttribute('href')).toBe(
    '/admin/dashboard/checkups?ready=2026-10&weekday=1',
  );
  const kinds = within(screen.getByRole('table', { name: 'Appointments by kind' }));
  expect(kinds.getByRole('row', { name: /CBCT/ }).textContent).toBe('CBCT · 3 missed700');
  const income = within(screen.getByRole('table', { name: 'Income by kind' }));
  expect(income.getByRole('link', { name: '61' }).getAttribute('href')).toBe(
    '/admin/dashboard/month/appointments?month=2026-10&state=arrived&kind=cbct',
  );
});

test('days are lines and a table', async () => {
  const { user } = open();
  await user.click(await screen.findByText('As a table'));
  const days = within(screen.getByRole('table', { name: 'Examinations by day' }));
  expect(days.getAllByRole('row')[2]?.textContent).toContain('2');
  expect(days.getByRole('link', { name: /02.10.2026/ }).getAttribute('href')).toBe(
    '/admin/dashboard/checkups?ready=2026-10-02',
  );
});

test('partners who send half as much come first', async () => {
  open();
  const silent = within(await screen.findByRole('table', { name: 'Partners who have gone quiet' }));
  const row = silent.getByRole('row', { name: /Aygün Məmmədova/ });
  expect(row.textContent).toContain('Gone quiet');
  const [examinations] = within(row).getAllByRole('link');
  expect(examinations?.getAttribute('href')).toBe(
    '/admin/dashboard/checkups?ready=2026-10&partner=p1',
  );
});

test('a workbook of any days is saved; a period that ends before it begins is refused', async () => {
  const { user, sent } = openSection('month?month=2026-10', {
    'GET /api/admin/month': { body: monthOf() },
    'GET /api/admin/exports/month': { body: '' },
  });
  await user.click(await screen.findByRole('button', { name: 'Excel' }));
  const to = await screen.findByRole('textbox', { name: /^To/ });
  await user.clear(to);
  await user.type(to, '30.09.2026');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findAllByText(/^Bitmə tarixi/)).not.toHaveLength(0);
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button'));
  await user.clear(to);
  await user.type(to, '15.10.2026');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent('GET').at(-1)?.query.toString()).toBe('from=2026-10-01&to=2026-10-15'),
  );
});

test('another month is one press away and stays in the address', async () => {
  const { user, sent } = open();
  await user.click(await screen.findByRole('button', { name: 'Previous month' }));
  await waitFor(() => expect(sent('GET').at(-1)?.query.get('month')).toBe('2026-09'));
  expect(await screen.findByRole('heading', { name: 'Sentyabr 2026' })).toBeTruthy();
});

test('an address without a month shows the present one', async () => {
  const { sent } = openSection('month?month=2026-13', {
    'GET /api/admin/month': { body: monthOf() },
  });
  const present = today().slice(0, 7);
  expect(await screen.findByRole('heading', { name: formatMonth(present) })).toBeTruthy();
  await waitFor(() => expect(sent('GET').at(-1)?.query.get('month')).toBe(present));
});

test('an empty month says so', async () => {
  open({
    body: monthOf({
      weekdays: Array.from({ length: 7 }, () => amount(0)),
      kinds: [],
      machines: [],
      partners: [],
    }),
  });
  expect(await screen.findAllByText('Oktyabr 2026: nothing yet')).toHaveLength(5);
  expect(screen.getByText('Oktyabr 2026: no partner has sent a patient')).toBeTruthy();
});
