import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openAt, openSection } from '../../../testing/admin/admin.tsx';
import { checkupOf, linkOf } from '../../../testing/checkups.ts';
import { draftOf } from '../../../testing/reports.ts';
import type { Reply } from '../../../testing/server.ts';

const radiologist = { name: 'Rəşad Quliyev', title: 'radioloq', licence: 'R-17' };
const account = { _id: 'a1', username: 'rashad', role: 'staff', secondFactor: 'off', radiologist };

const routes = (part: Record<string, Reply> = {}) => ({
  'GET /api/admin/account': { body: { account } },
  'GET /api/admin/checkups/c1': { body: { checkup: checkupOf({ _id: 'c1', xrayFileLinks: [] }) } },
  'GET /api/admin/checkups/c1/questions': { body: { questions: [] } },
  'GET /api/admin/checkups/c1/diagnostic-reports': { body: { reports: [draftOf()] } },
  ...part,
});

const open = (part?: Record<string, Reply>) =>
  openAt('/admin/dashboard/checkups/c1/report', routes(part));

test('a report of an examination without pictures is written on a page of its own', async () => {
  open();
  expect(await screen.findByLabelText('Conclusion')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Questions' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add this view to the report' })).toBeNull();
});

test('an examination that does not load can be tried again', async () => {
  open({ 'GET /api/admin/checkups/c1': { status: 500, body: {} } });
  expect(await screen.findByRole('button', { name: 'Refresh Page' })).toBeTruthy();
});

test.each([
  ['without files', []],
  ['whose files the viewer does not show', [{ ...linkOf('model.stl'), id: 'f1' }]],
])('in the list an examination %s leads to it', async (_, xrayFileLinks) => {
  const checkup = checkupOf({
    _id: 'c1',
    xrayFiles: xrayFileLinks.map(({ name }) => name),
    xrayFileLinks,
  });
  const pagination = { currentPage: 1, totalPages: 1, totalItems: 1, itemsPerPage: 10 };
  const { user } = openSection('checkups', {
    ...routes({ 'GET /api/admin/checkups/c1': { body: { checkup } } }),
    'GET /api/admin/checkups': { body: { checkups: [checkup], pagination } },
  });
  await user.click(await screen.findByRole('button', { name: 'Diagnostic report' }));
  expect(await screen.findByLabelText('Conclusion')).toBeTruthy();
});
