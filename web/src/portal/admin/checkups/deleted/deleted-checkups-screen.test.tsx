import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../../testing/portal.tsx';
import { stubServer } from '../../../../testing/server.ts';
import { DeletedCheckupsScreen } from './deleted-checkups-screen.tsx';

afterEach(() => vi.unstubAllGlobals());

const deletionOf = (kind: 'checkup' | 'file', names: string[]) => ({
  _id: 'd1',
  kind,
  checkup: 'c1',
  firstName: 'Nərgiz',
  lastName: 'Quliyeva',
  name: 'Panoram rentgen',
  partner: { _id: 'p1', firstName: 'Aytən', lastName: 'Məmmədova' },
  files: names.map((name) => ({ name, size: 1000 })),
  deletedBy: 'admin',
  deletedAt: '2026-11-20T08:00:00.000Z',
  removedAt: '2026-12-20T08:00:00.000Z',
});

const pagination = {
  currentPage: 1,
  totalPages: 1,
  totalItems: 1,
  itemsPerPage: 10,
  hasNextPage: false,
  hasPrevPage: false,
};

test.each([
  ['checkup', ['a.dcm', 'b.dcm'], 'The checkup of Nərgiz Quliyeva and its 2 files come back'],
  ['checkup', ['a.dcm'], 'The checkup of Nərgiz Quliyeva and its file come back'],
  ['checkup', [], 'The checkup of Nərgiz Quliyeva comes back'],
  ['file', ['a.dcm'], 'a.dcm goes back into the checkup of Nərgiz Quliyeva'],
] as const)(
  'before a %s with %j is restored, staff read what comes back',
  async (kind, names, text) => {
    const deletions = [deletionOf(kind, [...names])];
    stubServer({ 'GET /api/admin/checkups/deleted': { body: { deletions, pagination } } });
    renderScreen('admin', DeletedCheckupsScreen);
    await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
    expect((await screen.findByRole('alertdialog')).textContent).toContain(text);
  },
);
