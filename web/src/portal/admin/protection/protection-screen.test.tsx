import type { ProtectionLine } from '@deqiq/contract/operations/protection.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openSection } from '../../../testing/admin/admin.tsx';

const PATH = '/api/admin/protection';

const lineOf = (part: Pick<ProtectionLine, 'name'> & Partial<ProtectionLine>): ProtectionLine => ({
  state: 'attention',
  status: 'missing',
  at: null,
  count: null,
  days: null,
  head: null,
  ...part,
});

const open = (...lines: readonly ProtectionLine[]) =>
  openSection('protection', { [`GET ${PATH}`]: { body: { lines } } });

test('each line has a state and one sentence with the next step', async () => {
  open(
    lineOf({ name: 'backup' }),
    lineOf({
      name: 'rehearsal',
      state: 'danger',
      status: 'failed',
      at: '2026-11-27T08:00:00.000Z',
    }),
    lineOf({ name: 'disk', status: 'late', count: 71, days: 12 }),
    lineOf({ name: 'certificate', status: 'failed' }),
    lineOf({ name: 'audit', state: 'good', status: 'good', head: '12:abc' }),
  );
  expect(await screen.findByRole('heading', { name: 'Backup' })).toBeTruthy();
  const sentences = within(screen.getByRole('list', { name: 'Protection' }))
    .getAllByRole('listitem')
    .flatMap((item) => item.textContent ?? '');
  expect(sentences.find((text) => text.startsWith('Backup'))).toMatch(/Attention.*every night/);
  expect(sentences.find((text) => text.startsWith('Rehearsed'))).toMatch(
    /Danger.*could not be restored on 27/,
  );
  expect(sentences.find((text) => text.startsWith('Disk'))).toMatch(/71% full.*in about 12 days/);
  expect(sentences.find((text) => text.startsWith('Certificate'))).toMatch(/cannot be read/);
  expect(sentences.find((text) => text.startsWith('Audit'))).toMatch(/Good.*12:abc/);
});

test('a disk that does not fill has no forecast, an empty audit no head', async () => {
  open(
    lineOf({ name: 'disk', state: 'good', status: 'good', count: 20 }),
    lineOf({ name: 'audit', state: 'good', status: 'good' }),
  );
  expect(await screen.findByText(/more than three years/)).toBeTruthy();
  expect(screen.getByText('The audit has no rows yet.')).toBeTruthy();
});

test('a panel that is refused says why', async () => {
  openSection('protection', {
    [`GET ${PATH}`]: { status: 403, body: { code: 'forbidden', message: 'For owners' } },
  });
  expect(await screen.findByText('For owners')).toBeTruthy();
  expect(screen.getByRole('alert')).toBeTruthy();
});
