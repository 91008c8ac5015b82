import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, firstRow, openSection, reportOf } from '../../../testing/admin/admin.tsx';
import type { Reply } from '../../../testing/server.ts';

const PATH = '/api/admin/reports';

const open = (rows: object[], reply: Reply = { body: {} }) =>
  openSection('reports', {
    [`GET ${PATH}`]: { body: { reports: rows, pagination: { totalPages: 1 } } },
    [`DELETE ${PATH}/r1`]: () => reply,
  });

test('the magnifier searches; Clear is there only while a search is in force', async () => {
  const { sent, user } = open([]);
  expect(await screen.findByText('No partner Reports submitted yet')).toBeTruthy();
  await user.type(screen.getByRole('searchbox'), 'aygun');
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Search' }));
  expect(await screen.findByText('No Partner Reports Found')).toBeTruthy();
  expect(sent('GET').at(-1)?.query.toString()).toBe('page=1&limit=20&fullName=aygun');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(await screen.findByText('No partner Reports submitted yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
});

test('a report of a deleted partner still names the partner', async () => {
  open([reportOf({ partner: { ...reportOf().partner, email: '', deleted: true } })]);
  expect((await firstRow()).cells[1]).toBe('—Aygün Məmmədova (deleted) · 20.11.2026');
});

test.each([
  [{ body: {} }, 'Report deleted'],
  [{ status: 500, text: '' }, 'There was an issue deleting the report.'],
])(
  'deleting asks, naming whose it is, and says how it went (%#)',
  async (reply: Reply, message) => {
    const { sent, user } = open([reportOf()], reply);
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const question = await answer(user, 'Bəli');
    expect(question).toContain('Are you sure? This action cannot be undone!');
    expect(question).toContain('Aygün Məmmədova');
    expect(await screen.findByText(message)).toBeTruthy();
    await waitFor(() => expect(sent('DELETE')).toHaveLength(1));
  },
);
