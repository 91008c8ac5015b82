import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { firstRow, openSection } from '../../../testing/admin/admin.tsx';

const PATH = '/api/admin/audit';

const entry = {
  _id: 'e1',
  at: '2026-11-20T07:15:57.123Z',
  role: 'partner',
  personId: 'p1',
  person: 'Aygün Məmmədova',
  action: 'view',
  object: 'file',
  objectId: 'f1',
  objectName: 'Leyla Nəbiyeva, panoram.dcm',
  address: '10.0.0.1',
  result: 'ok',
  detail: null,
};

const pagination = { totalPages: 1 };

test('an entry says who did what, when and from where; filters are in the address', async () => {
  const { sent, user, where } = openSection('audit?person=aygun&from=2026-11-01', {
    [`GET ${PATH}`]: { body: { entries: [entry], pagination } },
  });
  expect((await firstRow()).cells).toEqual([
    '20.11.2026 11:15',
    'Aygün MəmmədovaPartner',
    'Viewed',
    'Leyla Nəbiyeva, panoram.dcmFile',
    '10.0.0.1',
    'OK',
    '—',
  ]);
  expect(sent('GET')[0]?.query.toString()).toBe('page=1&limit=50&person=aygun&from=2026-11-01');
  expect(screen.getByLabelText('From')).toHaveProperty('value', '01.11.2026');
  await user.type(screen.getByLabelText('Action'), 'view{Enter}');
  await waitFor(() => expect(sent('GET')).toHaveLength(2));
  expect(where()).toBe('/admin/dashboard/audit?person=aygun&from=2026-11-01&action=view');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(where()).toBe('/admin/dashboard/audit'));
});

test('the actions of links are suggested', async () => {
  openSection('audit', { [`GET ${PATH}`]: { body: { entries: [], pagination } } });
  const { list } = await screen.findByLabelText<HTMLInputElement>('Action');
  const suggested = [...(list?.options ?? [])].map(({ value }) => value);
  expect(suggested).toEqual(expect.arrayContaining(['share', 'open', 'download', 'revoke']));
});

test('what is no date is not sent', async () => {
  const { sent, user } = openSection('audit', {
    [`GET ${PATH}`]: { body: { entries: [], pagination } },
  });
  await screen.findByText('No audit entries found');
  await user.type(screen.getByLabelText('To'), 'dünən{Enter}');
  expect(screen.getByText('Please enter a date')).toBeTruthy();
  expect(sent('GET')).toHaveLength(1);
});

test('the sidebar counts what waits; the names of its links stay', async () => {
  openSection('audit', {
    [`GET ${PATH}`]: { body: { entries: [], pagination } },
    'GET /api/admin/misc/counters': {
      body: { counters: { reservations: 3, reports: 0, referrals: 2 } },
    },
  });
  expect(await screen.findByText('3')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Applies Reservation' });
  expect(link.getAttribute('aria-description')).toBe('3 waiting');
  const referrals = screen.getByRole('link', { name: 'Referrals' });
  expect(referrals.getAttribute('aria-description')).toBe('2 waiting');
  expect(screen.getByRole('link', { name: 'Reports' }).textContent).toBe('Reports');
});
