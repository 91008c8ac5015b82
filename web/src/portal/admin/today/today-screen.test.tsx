import 'fake-indexeddb/auto';
import type { Today } from '@deqiq/contract/desk/today.ts';
import * as appointmentMessages from '@deqiq/messages/referrals/appointments.js';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openSection, readError } from '../../../testing/admin/admin.tsx';
import { checkupOf } from '../../../testing/checkups.ts';
import type { Reply, stubServer } from '../../../testing/server.ts';
import { findStartPage } from '../../accounts/sign-in/start-page.ts';

const PATH = '/api/admin/today';
const STATUS = '/api/admin/applications/reservations/r1/status';

const appointment = {
  _id: 'a1',
  kind: null,
  device: 'd1',
  startsAt: '2026-12-01T06:00:00.000Z',
  minutes: 30,
  state: 'booked',
  deposit: null,
  who: { name: 'Nigar Hüseynova', phone: '+994 50 123 45 67' },
} as const;

const reservation = {
  _id: 'r1',
  fullName: 'Aysel Quliyeva',
  email: 'aysel@example.az',
  phone: '0551112233',
  partnerFullName: 'Əliyev',
  createdAt: '2026-11-30T08:00:00.000Z',
  status: 'new',
  note: 'axşam',
  handledBy: '',
  handledAt: null,
  version: 3,
} as const;

const counters = {
  reservations: 1,
  partners: 0,
  contacts: 0,
  reports: 2,
  payments: 0,
  checkups: 0,
  intake: 0,
  referrals: 4,
  questions: 0,
  reading: 0,
};

const full: Today = {
  day: '2026-12-01',
  counters,
  appointments: [appointment],
  reservations: [reservation],
  unopened: { results: [], hasMore: false },
  waiting: [
    {
      queue: 'referrals',
      total: 4,
      entries: [
        {
          _id: 'g1',
          firstName: 'Leyla',
          lastName: 'Əliyeva',
          about: 'Aygün Məmmədova',
          partner: 'p1',
          at: '2026-11-30T08:00:00.000Z',
        },
      ],
    },
  ],
  protection: { state: 'good', count: 0 },
};

const open = (today: Partial<Today> = {}, routes: Parameters<typeof stubServer>[0] = {}) =>
  openSection('today', {
    [`GET ${PATH}`]: { body: { ...full, ...today } },
    'GET /api/admin/kinds': { body: { kinds: [] } },
    ...routes,
  });

test('an arrival is one press', async () => {
  const { user, sent } = open(
    {},
    {
      'POST /api/admin/appointments/a1/arrive': { body: { appointment, message: 'OK' } },
    },
  );
  await user.click(await screen.findByRole('button', { name: 'Arrived: Nigar Hüseynova' }));
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
  expect(screen.getByText('0 of 1 arrived')).toBeTruthy();
});

test('an arrival of today is taken back with one press', async () => {
  const startsAt = new Date().toISOString();
  const { user, sent } = open(
    { appointments: [{ ...appointment, startsAt }] },
    {
      'POST /api/admin/appointments/a1/arrive': { body: { appointment, message: 'OK' } },
      'POST /api/admin/appointments/a1/undo': { body: { appointment, message: 'OK' } },
    },
  );
  await user.click(await screen.findByRole('button', { name: 'Arrived: Nigar Hüseynova' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText(appointmentMessages.bookedAgain())).toBeTruthy();
  expect(sent('POST').map(({ path }) => path)).toEqual([
    '/api/admin/appointments/a1/arrive',
    '/api/admin/appointments/a1/undo',
  ]);
});

test('a call is one press, which one press takes back', async () => {
  const { user, sent } = open(
    {},
    {
      [`PATCH ${STATUS}`]: { body: { progress: { ...reservation, version: 4 }, message: 'OK' } },
    },
  );
  await user.click(await screen.findByRole('button', { name: 'Called: Aysel Quliyeva' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent('PATCH')).toHaveLength(2));
  expect(sent('PATCH').map(({ body }) => JSON.parse(String(body)))).toEqual([
    { status: 'contacted', note: 'axşam', version: 3 },
    { status: 'new', note: 'axşam', version: 4 },
  ]);
});

test('a queue shows its first entries: a press on one opens its next step', async () => {
  const { user, where } = open({}, { 'GET /api/admin/referrals/g1': { status: 404 } });
  const queue = within(await screen.findByRole('region', { name: 'Referrals' }));
  expect(queue.getByText('4')).toBeTruthy();
  const all = queue.getByRole('link', { name: 'All' });
  expect(all.getAttribute('href')).toBe('/admin/dashboard/referrals?state=sent');
  await user.click(queue.getByRole('link', { name: /^Leyla Əliyeva.*Aygün Məmmədova · / }));
  await waitFor(() => expect(where()).toBe('/admin/dashboard/referrals'));
  expect(await screen.findByRole('dialog')).toBeTruthy();
});

test.each([
  ['intake', '/admin/dashboard/intake?name=Leyla+%C6%8Fliyeva'],
  ['doubtful', '/admin/dashboard/checkups?name=Leyla+%C6%8Fliyeva&partner=p1'],
  ['reading', '/admin/dashboard/reading?name=Leyla+%C6%8Fliyeva'],
  ['partners', '/admin/dashboard/applications/partner?fullName=Leyla+%C6%8Fliyeva'],
] as const)('an entry of the queue "%s" leads to its row', async (queue, address) => {
  const entries = full.waiting[0]?.entries ?? [];
  open({ waiting: [{ queue, total: 1, entries }] });
  const row = await screen.findByRole('link', { name: /^Leyla Əliyeva/ });
  expect(row.getAttribute('href')).toBe(address);
});

const reading = (
  reply: Reply,
  radiologist: object | null = { name: 'Rəşad', title: '', licence: '' },
) => {
  const entries = full.waiting[0]?.entries ?? [];
  const account = { _id: 'a1', username: 'rashad', role: 'staff', radiologist };
  return open(
    { waiting: [{ queue: 'reading', total: 1, entries }] },
    {
      'GET /api/admin/account': { body: { account } },
      'POST /api/admin/checkups/g1/reading': reply,
      'GET /api/admin/checkups/g1': { body: { checkup: checkupOf({ _id: 'g1' }) } },
    },
  );
};

test('a radiologist takes an examination in one press, and writes its report', async () => {
  const { user, sent, where } = reading({ body: { reader: null, message: '' } });
  await user.click(await screen.findByRole('button', { name: /^Leyla Əliyeva/ }));
  await waitFor(() => expect(where()).toBe('/admin/dashboard/checkups/g1/report'));
  expect(sent('POST').map(({ path }) => path)).toContain('/api/admin/checkups/g1/reading');
});

test('an examination that a colleague reads is not opened, and the colleague is named', async () => {
  const message = 'Aygün Əliyeva is reading this examination';
  const { user, where } = reading({ status: 409, body: { code: 'conflict', message } });
  await user.click(await screen.findByRole('button', { name: /^Leyla Əliyeva/ }));
  await readError(user, message);
  expect(where()).toBe('/admin/dashboard/today');
});

test('a picture without a patient has the name of its partner', async () => {
  const [entry] = full.waiting[0]?.entries ?? [];
  const entries = entry ? [{ ...entry, firstName: '', lastName: '' }] : [];
  open({ waiting: [{ queue: 'shipments', total: 1, entries }] });
  expect(await screen.findByRole('link', { name: /^Aygün Məmmədova/ })).toBeTruthy();
});

test('results that no doctor has opened are a queue too', async () => {
  const result = {
    checkup: 'c1',
    firstName: 'Leyla',
    lastName: 'Əliyeva',
    name: 'OPG',
    partner: { _id: 'p1', firstName: 'Aygün', lastName: 'Məmmədova' },
    readyAt: '2026-11-20T08:00:00.000Z',
  };
  const results = ['c1', 'c2', 'c3', 'c4'].map((checkup) => ({ ...result, checkup }));
  open({ unopened: { results, hasMore: false } });
  const queue = within(
    await screen.findByRole('region', { name: 'Results unopened for three days' }),
  );
  expect(queue.getAllByRole('listitem')).toHaveLength(3);
  expect(queue.getByText('4')).toBeTruthy();
});

test('other queues lead to their lists; empty ones are left out', async () => {
  open();
  const waiting = await screen.findByRole('region', { name: 'Waiting' });
  const links = within(waiting).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['Reports2']);
  expect(links[0]?.getAttribute('href')).toBe('/admin/dashboard/reports');
});

test('keys lead from row to row', async () => {
  const { user } = open();
  const first = await screen.findByRole('button', { name: 'Arrived: Nigar Hüseynova' });
  await user.keyboard('j');
  expect(document.activeElement).toBe(first);
  await user.keyboard('j');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Called: Aysel Quliyeva');
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toContain('Leyla Əliyeva');
  await user.keyboard('kk');
  expect(document.activeElement).toBe(first);
});

test('the row after one that was called has the focus: Enter calls the next person', async () => {
  let reservations: readonly unknown[] = [
    reservation,
    { ...reservation, _id: 'r2', fullName: 'Murad Quliyev' },
  ];
  const { user } = open(
    {},
    {
      [`GET ${PATH}`]: () => ({ body: { ...full, reservations } }),
      [`PATCH ${STATUS}`]: () => {
        reservations = reservations.slice(1);
        return { body: { progress: { ...reservation, version: 4 }, message: 'OK' } };
      },
    },
  );
  await screen.findByRole('button', { name: 'Called: Aysel Quliyeva' });
  await user.keyboard('jj{Enter}');
  const next = screen.getByRole('button', { name: 'Called: Murad Quliyev' });
  await waitFor(() => expect(document.activeElement).toBe(next));
});

test('empty sections say what they are for, and what is not protected is said', async () => {
  const none = Object.fromEntries(Object.keys(counters).map((name) => [name, 0]));
  open({
    appointments: [],
    reservations: [],
    waiting: [],
    counters: none as Today['counters'],
    protection: { state: 'attention', count: 2 },
  });
  expect(await screen.findByText(/^No appointments today/)).toBeTruthy();
  expect(screen.getByText(/^No new reservations/)).toBeTruthy();
  expect(screen.getByText('All done: nothing waits.')).toBeTruthy();
  expect(screen.getByText('Attention')).toBeTruthy();
  expect(screen.getByText('2 things about protection are open')).toBeTruthy();
});

test('sign-in leads here once a person wants it', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Start Here' }));
  await user.click(await screen.findByRole('button', { name: 'Sign-in leads here' }));
  await screen.findByRole('button', { name: 'Start Here' });
  expect(await findStartPage()).toBe('/admin/dashboard');
});
