import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '../../../api/http/query.ts';
import { openSection } from '../../../testing/admin/admin.tsx';

const open = () =>
  openSection('labs', {
    'GET /api/admin/misc/counters': { body: { counters: { intake: 4 } } },
  });

const findGroup = (name: string) => screen.findByRole('button', { name });

test('a group that was folded hides its sections, but not what waits in them', async () => {
  const { user } = open();
  const group = await findGroup('Machines and access');
  await screen.findByText('4');
  expect(screen.getByRole('link', { name: 'Intake' })).toBeTruthy();
  expect(group.getAttribute('aria-description')).toBeNull();
  await user.click(group);
  expect(group.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('link', { name: 'Intake' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Labs' })).toBeTruthy();
  expect(group.getAttribute('aria-description')).toBe('4 waiting');
  expect(within(group).getByText('4')).toBeTruthy();
});

test('it stays folded in this browser until it is pressed again', async () => {
  queryClient.clear();
  const { user } = open();
  const group = await findGroup('Machines and access');
  await waitFor(() => expect(group.getAttribute('aria-expanded')).toBe('false'));
  await user.click(group);
  expect(await screen.findByRole('link', { name: 'Intake' })).toBeTruthy();
});
