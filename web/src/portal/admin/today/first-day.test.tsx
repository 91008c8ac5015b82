import 'fake-indexeddb/auto';
import type { FirstDay } from '@deqiq/contract/desk/first-day.ts';
import type { Today } from '@deqiq/contract/desk/today.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openSection } from '../../../testing/admin/admin.tsx';

const emptyToday: Today = {
  day: '2026-12-01',
  counters: {
    reservations: 0,
    partners: 0,
    contacts: 0,
    reports: 0,
    payments: 0,
    checkups: 0,
    intake: 0,
    referrals: 0,
    questions: 0,
    reading: 0,
  },
  appointments: [],
  reservations: [],
  unopened: { results: [], hasMore: false },
  waiting: [],
  protection: { state: 'good', count: 0 },
};

const withDone = (...done: string[]): FirstDay => ({
  steps: (['facts', 'partner', 'backup'] as const).map((name) => ({
    name,
    isDone: done.includes(name),
  })),
});

const open = (firstDay: FirstDay) =>
  openSection('today', {
    'GET /api/admin/today': { body: emptyToday },
    'GET /api/admin/kinds': { body: { kinds: [] } },
    'GET /api/admin/first-day': { body: firstDay },
  });

test('an owner sees the steps that are left, each one press from its screen', async () => {
  open(withDone('partner'));
  const steps = within(await screen.findByRole('region', { name: 'First steps' }));
  expect(steps.getByText('1 of 3 done')).toBeTruthy();
  expect(steps.getByRole('link', { name: /Name, address and hours/ }).getAttribute('href')).toBe(
    '/admin/dashboard/settings',
  );
  expect(steps.queryByRole('link', { name: /The first partner/ })).toBeNull();
});

test('a step is skipped by one press, which one press takes back', async () => {
  const { user } = open(withDone('partner', 'facts'));
  await user.click(await screen.findByRole('button', { name: 'Skip: A backup' }));
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('2 of 3 done')).toBeTruthy();
});

test('nothing is shown when each step is done', async () => {
  open(withDone('partner', 'facts', 'backup'));
  await screen.findByText('Appointments');
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
});

test('in a clinic that has an examination its work comes first', async () => {
  const steps = [{ name: 'examination', isDone: true } as const, ...withDone().steps];
  open({ steps });
  const region = await screen.findByRole('region', { name: 'First steps' });
  const appointments = screen.getByRole('region', { name: 'Appointments' });
  const order = appointments.compareDocumentPosition(region);
  expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});
