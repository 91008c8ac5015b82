import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../testing/portal.tsx';
import { type Reply, stubServer } from '../../../testing/server.ts';
import { SessionList } from './session-list.tsx';

const AdminScreen = () => <SessionList area="admin" />;
const PartnerScreen = () => <SessionList area="partner" />;

const session = (id: string, device: string | null, current = false) => ({
  _id: id,
  device,
  address: '203.0.113.7',
  createdAt: '2026-11-20T10:05:00.000Z',
  lastUsedAt: '2026-11-21T10:05:00.000Z',
  expiresAt: '2026-12-20T10:05:00.000Z',
  current,
});

const all = [session('one', 'Chrome · Windows', true), session('two', 'Safari · iPhone')];

test('staff see their sessions and end one after a confirmation', async () => {
  let sessions = all;
  const server = stubServer({
    'GET /api/admin/auth/sessions': () => ({ body: { sessions } }),
    'DELETE /api/admin/auth/sessions/two': () => {
      sessions = all.slice(0, 1);
      return { body: { message: 'ok' } };
    },
  });
  renderScreen('admin', AdminScreen);
  const rows = await screen.findAllByRole('listitem');
  expect(rows).toHaveLength(2);
  const [first] = rows;
  expect(first && within(first).getByText('This device')).toBeTruthy();
  expect(screen.getAllByText('Last used 21.11.2026 14:05')).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'End session: Safari · iPhone' }));
  expect(server.to('/api/admin/auth/sessions/two')).toEqual([]);
  expect(await screen.findByText(/Safari · iPhone, 203.0.113.7 will be signed out/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Yes, end it!' }));
  expect(await screen.findByText('You are signed in on this device only.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull();
});

test('partners end all other sessions, in Azerbaijani', async () => {
  const server = stubServer({
    'GET /api/partner/auth/sessions': { body: { sessions: all } },
    'DELETE /api/partner/auth/sessions': { body: { message: 'ok' } },
  });
  renderScreen('partner', PartnerScreen);
  await userEvent.click(await screen.findByRole('button', { name: 'Bütün digərlərini bitir' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Ləğv et' }));
  expect(server.to('/api/partner/auth/sessions')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Bütün digərlərini bitir' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Bəli, bitir' }));
  expect(await screen.findByText('Bütün digər sessiyalar bitirildi')).toBeTruthy();
});

test('a list that cannot be loaded shows an error and can be retried', async () => {
  let reply: Reply = { status: 500, text: '' };
  stubServer({ 'GET /api/admin/auth/sessions': () => reply });
  renderScreen('admin', AdminScreen);
  expect(await screen.findByText('Failed to load sessions')).toBeTruthy();
  reply = { body: { sessions: all } };
  await userEvent.click(screen.getByRole('button', { name: /Refresh|Try/ }));
  await waitFor(() => expect(screen.getByText('Safari · iPhone')).toBeTruthy());
});
