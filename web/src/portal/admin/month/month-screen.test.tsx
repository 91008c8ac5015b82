import type { Month } from '@deqiq/contract/desk/month.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { formatMonth, today } from '../../../lib/format.ts';
import { openSection } from '../../../testing/admin/admin.tsx';
import type { Reply } from '../../../testing/server.ts';

const none = {
  examinations: 0,
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

const monthOf = (part: Partial<Month> = {}): Month => ({
  month: '2026-10',
  figures: { ...none, examinations: 1234, missed: 3, income: 60.5, hoursUntilOpened: 2.5 },
  lastMonth: { ...none, examinations: 1100, hoursUntilOpened: 4 },
  lastYear: none,
  weekdays: [5, 0, 0, 0, 0, 0, 1229],
  kinds: [{ examination: 'cbct', appointments: 7, missed: 3, income: 60.5 }],
  machines: [{ _id: 'd1', name: 'KLKT 1', appointments: 7, missed: 0, income: 60.5 }],
  partners: [
    {
      partner,
      examinations: { count: 2, before: 9 },
      referrals: { count: 1, before: 4 },
      isSilent: true,
    },
  ],
  ...part,
});

const open = (reply: Reply = { body: monthOf() }) =>
  openSection('month?month=2026-10', { 'GET /api/admin/month': reply });

test('a figure is read beside those before, and leads to its rows', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'Oktyabr 2026' })).toBeTruthy();
  const figure = (await screen.findByText('Examinations', { selector: 'dt' })).parentElement;
  expect(figure?.textContent).toBe('Examinations1.234Last month 1.100Last year 0');
  expect(screen.getByRole('link', { name: '1.234' }).getAttribute('href')).toContain('checkups');
  const hours = screen.getByText('Until a result is opened').parentElement;
  expect(hours?.textContent).toBe('Until a result is opened2,5 hLast month 4 hLast year —');
});

test('weekdays, kinds and machines are tables; a partner who sends half as much is marked', async () => {
  open();
  const weekdays = within(await screen.findByRole('table', { name: 'Examinations by weekday' }));
  expect(weekdays.getAllByRole('row').map((row) => row.textContent)).toContain('Sunday1.229');
  const kinds = within(screen.getByRole('table', { name: 'Appointments by kind' }));
  expect(kinds.getByRole('row').textContent).toBe('CBCT73 missed');
  const row = screen.getByRole('row', { name: /Aygün Məmmədova/ });
  expect(row.textContent).toContain('Gone quiet');
  const [examinations] = within(row).getAllByRole('link');
  expect(examinations?.getAttribute('href')).toBe('/admin/dashboard/checkups?partner=p1');
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
  expect(sent('GET').at(-1)?.query.get('month')).toBe(present);
});

test('an empty month says so', async () => {
  open({
    body: monthOf({ weekdays: [0, 0, 0, 0, 0, 0, 0], kinds: [], machines: [], partners: [] }),
  });
  expect(await screen.findAllByText('Nothing in this month')).toHaveLength(3);
  expect(screen.getByText('Nobody has sent a patient this month')).toBeTruthy();
});
