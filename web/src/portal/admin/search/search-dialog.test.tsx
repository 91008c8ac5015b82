import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openSection, paymentOf } from '../../../testing/admin/admin.tsx';
import type { Reply } from '../../../testing/server.ts';

const PATH = '/api/admin/misc/search';
const payments = { body: { payments: [paymentOf()], totalPages: 1 } };

const hit = { _id: 'x', name: 'Aysel Quliyeva', createdAt: '2026-11-20T21:15:57.123Z' };
const found: Reply = {
  body: {
    groups: [
      { kind: 'partners', hasMore: false, hits: [{ ...hit, about: 'Ağ Diş', partner: null }] },
      {
        kind: 'checkups',
        hasMore: true,
        hits: [{ ...hit, about: 'Panoram rentgen', partner: { _id: 'p1', name: 'Elçin Əliyev' } }],
      },
    ],
  },
};

async function openSearch(answer: () => Reply | Promise<Reply> = () => found) {
  const portal = openSection('payments', {
    'GET /api/admin/payments': payments,
    [`GET ${PATH}`]: answer,
  });
  await screen.findByText('1,00 AZN');
  await portal.user.keyboard('{Control>}[KeyK]{/Control}');
  const box = await screen.findByRole('combobox', { name: 'Search by name' });
  return { ...portal, box };
}

// The first test: the code of the dialog is loaded once.
test('what is typed while the dialog loads is searched', async () => {
  const portal = openSection('payments', {
    'GET /api/admin/payments': payments,
    [`GET ${PATH}`]: found,
  });
  await screen.findByText('1,00 AZN');
  await portal.user.keyboard('{Control>}[KeyK]{/Control}ayx{Backspace}');
  const box = await screen.findByRole('combobox', { name: 'Search by name' });
  await waitFor(() => expect(document.activeElement).toBe(box));
  expect(box).toHaveProperty('value', 'ay');
  await portal.user.keyboard('sel');
  await waitFor(() => expect(portal.server.to(PATH).at(-1)?.query.get('q')).toBe('aysel'));
});

test('results are grouped; arrows and Enter lead to the list of the one that is highlighted', async () => {
  const { user, box, where, server } = await openSearch();
  expect(server.to(PATH)).toEqual([]);
  // One event after the other, without a pause that a busy machine could make longer than the debounce.
  for (const value of ['ay', 'ays', 'aysel']) fireEvent.change(box, { target: { value } });
  const patients = within(await screen.findByRole('group', { name: 'Checkups' }));
  expect(patients.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Aysel QuliyevaPanoram rentgen · Elçin Əliyev · 21.11.2026',
    'All checkups that match',
  ]);
  expect(server.to(PATH).map(({ query }) => query.get('q'))).toEqual(['aysel']);
  expect(screen.getByText('3 results')).toBeDefined();
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() =>
    expect(where()).toBe('/admin/dashboard/checkups?name=Aysel+Quliyeva&partner=p1'),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the last line of a group opens the whole list', async () => {
  const { user, box, where } = await openSearch();
  await user.type(box, 'aysel');
  await user.click(await screen.findByRole('option', { name: 'All checkups that match' }));
  await waitFor(() => expect(where()).toBe('/admin/dashboard/checkups?name=aysel'));
});

test('a patient and a referral open what they are, not a list', async () => {
  const patient = { ...hit, about: '050 123 45 67', birthDate: '1990-02-01T00:00:00.000Z' };
  const groups = [
    { kind: 'patients', hasMore: false, hits: [{ ...patient, _id: 'pat1', partner: null }] },
    {
      kind: 'referrals',
      hasMore: true,
      hits: [{ ...hit, _id: 'r1', about: 'cbct', partner: { _id: 'p1', name: 'Elçin Əliyev' } }],
    },
  ];
  const { user, box, where } = await openSearch(() => ({ body: { groups } }));
  await user.type(box, 'aysel');
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Aysel Quliyeva01.02.1990 · 050 123 45 67',
    'Aysel QuliyevaCBCT · Elçin Əliyev · 21.11.2026',
    'All referrals that match',
  ]);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(where()).toBe('/admin/dashboard/patients/pat1'));
});

test('an action opens the form of its screen, once; what was opened last is offered first', async () => {
  const { user, where } = await openSearch();
  const options = await screen.findAllByRole('option');
  expect(options[0]?.textContent).toBe('New Referral');
  await user.keyboard('new par{Enter}');
  await waitFor(() => expect(where()).toBe('/admin/dashboard'));
  expect(await screen.findByRole('dialog', { name: 'Add Partner' })).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('{Control>}[KeyK]{/Control}');
  const recent = within(await screen.findByRole('group', { name: 'Recent' }));
  expect(recent.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Add Partner',
  ]);
});

test('a screen is found by a part of its name, of owners theirs too', async () => {
  const { user, where } = await openSearch(() => ({ body: { groups: [] } }));
  await user.keyboard('clinic');
  const screens = within(await screen.findByRole('group', { name: 'Screens' }));
  expect(screens.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Clinics',
    'Clinic settings',
  ]);
  await user.click(screens.getByRole('option', { name: 'Clinics' }));
  await waitFor(() => expect(where()).toBe('/admin/dashboard/clinics'));
});

test('a search without a result says so, and Escape closes it', async () => {
  const { user, box } = await openSearch(() => ({ body: { groups: [] } }));
  await user.type(box, 'yox');
  expect(await screen.findByText('Nothing found for “yox”')).toBeDefined();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a search that failed is shown, and can be repeated', async () => {
  let answer: Reply = { status: 500, text: '' };
  const { user, box } = await openSearch(() => answer);
  await user.type(box, 'aysel');
  expect(await screen.findByText('The search failed')).toBeDefined();
  answer = found;
  await user.click(screen.getByRole('button', { name: 'Refresh Page' }));
  expect(await screen.findByRole('option', { name: /^Aysel Quliyeva.*Ağ Diş/ })).toBeDefined();
});

test('the keys do not open it over another dialog', async () => {
  const { user } = openSection('payments', { 'GET /api/admin/payments': payments });
  await user.click(await screen.findByRole('button', { name: 'Settings' }));
  await screen.findByRole('dialog', { name: 'Change Password' });
  await user.keyboard('{Control>}[KeyK]{/Control}');
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
});

test('on a touch screen the field has the focus too: the dialog is for typing', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const { box } = await openSearch();
  await waitFor(() => expect(document.activeElement).toBe(box));
  vi.unstubAllGlobals();
});
