import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../testing/portal.tsx';
import { referralListOf, referralOf } from '../../../testing/referrals.ts';
import { stubServer } from '../../../testing/server.ts';
import { ReferralsScreen } from './referrals-screen.tsx';

const LIST = 'GET /api/partner/referrals';
const CANCEL = '/api/partner/referrals/r1/cancel';

const booked = referralOf({
  state: 'booked',
  // Made with the acceptance; it has no picture yet.
  checkup: 'c0',
  appointment: {
    _id: 'a1',
    kind: 'k1',
    device: 'd1',
    startsAt: '2026-11-24T06:30:00.000Z',
    minutes: 20,
  },
});

test('a doctor reads patient, state, time and examination of each referral in one line', async () => {
  const declined = referralOf({
    state: 'declined',
    history: [
      { state: 'sent', at: '2026-11-20T07:15:00.000Z', by: 'partner' },
      {
        state: 'declined',
        at: '2026-11-20T08:15:00.000Z',
        by: 'staff',
        reason: 'Aparat təmirdədir',
      },
    ],
  });
  stubServer({ [LIST]: referralListOf(booked, declined) });
  renderScreen('partner', ReferralsScreen);
  const [, first, second] = await screen.findAllByRole('row');
  expect(first?.textContent).toContain('Nigar Hüseynova');
  expect(first?.textContent).toContain('Qəbul 24 noyabr, 10:30 · KLKT');
  expect(second?.textContent).toContain('İmtina edilib · KLKT');
  expect(second?.textContent).toContain('Aparat təmirdədir');
});

test('a state offers only what it allows, and a result opens with one press', async () => {
  stubServer({
    [LIST]: referralListOf(
      referralOf({ _id: 'r1' }),
      booked,
      referralOf({ state: 'examined', checkup: 'c1' }),
      referralOf({ state: 'expired' }),
    ),
  });
  renderScreen('partner', ReferralsScreen);
  const [, ...rows] = await screen.findAllByRole('row');
  const actions = rows.map((row) =>
    [...row.querySelectorAll('[data-actions] :is(a, button)')].map(
      ({ textContent }) => textContent,
    ),
  );
  expect(actions).toEqual([
    ['Vərəqə', 'Düzəliş et', 'Ləğv et'],
    ['Vərəqə', 'Ləğv et'],
    ['Nəticəyə bax', 'Vərəqə'],
    ['Vərəqə'],
  ]);
  const result = screen.getByRole('link', { name: 'Nəticəyə bax' });
  expect(result.getAttribute('href')).toBe('/partner/dashboard/rentgen/c1');
});

test('a referral is cancelled with a reason after a question that names patient and state', async () => {
  const { to } = stubServer({
    [LIST]: referralListOf(referralOf({ _id: 'r1' })),
    [`POST ${CANCEL}`]: { body: { referral: referralOf({ state: 'cancelled' }), message: '' } },
  });
  renderScreen('partner', ReferralsScreen);
  await userEvent.click(await screen.findByRole('button', { name: 'Ləğv et' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Göndəriş ləğv edilsin?' }));
  expect(dialog.getByText(/Nigar Hüseynova: Göndərilib/)).toBeDefined();
  await userEvent.type(dialog.getByRole('textbox'), 'Pasiyent imtina etdi');
  expect(to(CANCEL)).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Göndərişi ləğv et' }));
  expect(await screen.findByText('Göndəriş ləğv edildi')).toBeDefined();
  expect(JSON.parse(String(to(CANCEL)[0]?.body))).toEqual({ reason: 'Pasiyent imtina etdi' });
});

test('a referral that staff moved meanwhile is not cancelled, and the list is fetched again', async () => {
  const { to } = stubServer({
    [LIST]: referralListOf(referralOf({ _id: 'r1' })),
    [`POST ${CANCEL}`]: { status: 409, body: { message: 'Göndərişin vəziyyəti dəyişib' } },
  });
  renderScreen('partner', ReferralsScreen);
  await userEvent.click(await screen.findByRole('button', { name: 'Ləğv et' }));
  const before = to('/api/partner/referrals').length;
  await userEvent.click(await screen.findByRole('button', { name: 'Göndərişi ləğv et' }));
  expect(await screen.findByText('Göndərişin vəziyyəti dəyişib')).toBeDefined();
  await waitFor(() => expect(to('/api/partner/referrals').length).toBeGreaterThan(before));
});

test('search and state are sent together, and an empty answer offers to clear them', async () => {
  const { to } = stubServer({ [LIST]: referralListOf() });
  renderScreen('partner', ReferralsScreen);
  expect(await screen.findByText('Hələ pasiyent göndərməmisiniz')).toBeDefined();
  await userEvent.type(screen.getByRole('searchbox'), 'Nigar{Enter}');
  await userEvent.selectOptions(screen.getByRole('combobox'), 'Qəbul edilib');
  await userEvent.click(await screen.findByRole('button', { name: 'Filtri təmizlə' }));
  const filters = to('/api/partner/referrals').map(({ query }) => [
    query.get('name'),
    query.get('state'),
  ]);
  expect(filters).toContainEqual(['Nigar', 'accepted']);
  expect(await screen.findByText('Hələ pasiyent göndərməmisiniz')).toBeDefined();
});

test('a list that cannot be loaded shows why, and a button to retry', async () => {
  stubServer({ [LIST]: { status: 500, text: '' } });
  renderScreen('partner', ReferralsScreen);
  expect(await screen.findByText('Göndərişləri yükləmək mümkün olmadı')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Yenidən cəhd edin' })).toBeDefined();
});
