import type { ReadingEntry } from '@deqiq/contract/reports/reading.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openSection } from '../../../testing/admin/admin.tsx';
import { hideWebGl } from '../../../testing/canvas.ts';
import { checkupOf, linkOf } from '../../../testing/checkups.ts';
import type { Reply } from '../../../testing/server.ts';

const radiologist = { name: 'Rəşad Quliyev', title: 'radioloq', licence: 'R-17' };

const entryOf = (part: Partial<ReadingEntry> = {}): ReadingEntry => ({
  _id: 'c1',
  code: 'M1',
  name: 'KLKT',
  patient: { firstName: 'Nigar', lastName: 'Hüseynova', birthDate: '1990-03-07', sex: 'female' },
  partner: { _id: 'p1', firstName: 'Aygün', lastName: 'Məmmədova' },
  examination: 'cbct',
  purpose: 'implant',
  teeth: [36, 46],
  region: 'lower-jaw',
  question: 'Sümük hündürlüyü?',
  urgency: 'urgent',
  since: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  reader: null,
  ...part,
});

const readerOf = (isOwn: boolean) => ({
  name: isOwn ? radiologist.name : 'Aygün Əliyeva',
  isOwn,
  takenAt: '2026-11-27T08:00:00.000Z',
  until: '2026-11-27T08:30:00.000Z',
});

const pagination = {
  currentPage: 1,
  totalPages: 1,
  totalItems: 1,
  itemsPerPage: 20,
  hasNextPage: false,
  hasPrevPage: false,
};

function open(
  examinations: ReadingEntry[],
  routes: Record<string, Reply> = {},
  right: object | null = radiologist,
) {
  hideWebGl();
  const account = { _id: 'a1', username: 'rashad', role: 'staff', secondFactor: 'off' };
  const links = [{ ...linkOf('opg.png'), id: 'f1' }];
  return openSection('reading', {
    'GET /api/admin/account': { body: { account: { ...account, radiologist: right } } },
    'GET /api/admin/misc/counters': { body: { counters: { reading: examinations.length } } },
    'GET /api/admin/reading': { body: { examinations, pagination } },
    'GET /api/admin/checkups/c1': {
      body: { checkup: checkupOf({ _id: 'c1', xrayFileLinks: links }) },
    },
    'GET /api/admin/checkups/c1/earlier': { body: { checkups: [] } },
    'GET /api/admin/checkups/c1/questions': { body: { questions: [] } },
    'GET /api/admin/checkups/c1/diagnostic-reports': { body: { reports: [] } },
    'POST /api/admin/checkups/c1/reading': { body: { reader: readerOf(true), message: '' } },
    'DELETE /api/admin/checkups/c1/reading': { body: { message: '' } },
    ...routes,
  });
}

const findRow = async () => within(await screen.findByRole('row', { name: /Nigar Hüseynova/ }));

test('a row has the patient, the question, the urgency and how long the doctor waits', async () => {
  open([entryOf()]);
  const row = await findRow();
  for (const text of ['Sümük hündürlüyü?', 'Urgent', '3 hours', 'KLKT'])
    expect(row.getByText(text)).toBeTruthy();
  expect(row.getByText(/36, 46/)).toBeTruthy();
  const menu = within(await screen.findByRole('navigation', { name: 'Sections' }));
  const section = await menu.findByRole('link', { name: /^Reading/ });
  await waitFor(() => expect(section.textContent).toBe('Reading1'));
});

test('who presses Read has taken it, and gets the report beside the picture', async () => {
  const { user, sent } = open([entryOf()]);
  await user.click((await findRow()).getByRole('button', { name: 'Read' }));
  expect(await screen.findByRole('complementary', { name: 'Diagnostic report' })).toBeTruthy();
  expect(sent('POST').map(({ path }) => path)).toContain('/api/admin/checkups/c1/reading');
});

test('where a colleague was faster the name is shown, and nothing opens', async () => {
  const message = 'Aygün Əliyeva is reading this examination';
  const { user } = open([entryOf()], {
    'POST /api/admin/checkups/c1/reading': {
      status: 409,
      body: { code: 'conflict', message, requestId: 'r' },
    },
  });
  await user.click((await findRow()).getByRole('button', { name: 'Read' }));
  expect(await within(await screen.findByRole('alertdialog')).findByText(message)).toBeTruthy();
  expect(screen.queryByRole('complementary', { name: 'Diagnostic report' })).toBeNull();
});

test('the next one is the first that no colleague has, also where one is faster', async () => {
  const message = 'Aygün Əliyeva is reading this examination';
  const { user, sent } = open(
    [
      entryOf({ _id: 'c3', reader: readerOf(false) }),
      entryOf({ _id: 'c2', code: 'M2' }),
      entryOf(),
    ],
    {
      'POST /api/admin/checkups/c2/reading': {
        status: 409,
        body: { code: 'conflict', message, requestId: 'r' },
      },
    },
  );
  await user.click(await screen.findByRole('button', { name: 'Read the next one' }));
  expect(await screen.findByRole('complementary', { name: 'Diagnostic report' })).toBeTruthy();
  expect(sent('POST').map(({ path }) => path)).toEqual([
    '/api/admin/checkups/c2/reading',
    '/api/admin/checkups/c1/reading',
  ]);
});

test('where colleagues have all of them, the next one is none', async () => {
  const { user, sent } = open([entryOf({ reader: readerOf(false) })]);
  await user.click(await screen.findByRole('button', { name: 'Read the next one' }));
  expect(await screen.findByText('No examination waits for a report.')).toBeTruthy();
  expect(sent('POST')).toEqual([]);
});

test('its reader continues or gives it back', async () => {
  const { user, sent } = open([entryOf({ reader: readerOf(true) })]);
  const row = await findRow();
  expect(row.getByText('You are reading')).toBeTruthy();
  expect(row.getByRole('button', { name: 'Continue' })).toBeTruthy();
  await user.click(row.getByRole('button', { name: 'Give back' }));
  await waitFor(() => expect(sent('DELETE')).toHaveLength(1));
});

test.each([
  ['of a colleague', readerOf(false), radiologist],
  ['without the right to sign', null, null],
])('an examination %s is only viewed', async (_, reader, right) => {
  const { user, sent } = open([entryOf({ reader })], {}, right);
  const row = await findRow();
  expect(row.queryByRole('button', { name: 'Read' })).toBeNull();
  expect(row.queryByRole('button', { name: 'Give back' })).toBeNull();
  if (reader) expect(row.getByText('Aygün Əliyeva is reading')).toBeTruthy();
  await user.click(row.getByRole('button', { name: 'View' }));
  expect(await screen.findByRole('complementary', { name: 'Diagnostic report' })).toBeTruthy();
  expect(sent('POST')).toEqual([]);
});

test('an empty queue says so', async () => {
  open([]);
  expect(await screen.findByText('No examination waits for a report.')).toBeTruthy();
});

test('a queue that does not load can be tried again', async () => {
  open([], { 'GET /api/admin/reading': { status: 500, body: {} } });
  expect(await screen.findByText('The queue could not be loaded')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Refresh Page' })).toBeTruthy();
});
