import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, dialog, formOf, openSection, press } from '../../../testing/admin/admin.tsx';
import { bookable } from '../../../testing/admin/admin-calendar.ts';
import type { Reply } from '../../../testing/server.ts';

const someone = {
  _id: 'a1',
  fullName: 'Nigar Quliyeva',
  email: 'nigar@example.az',
  phone: '+994702223344',
  clinicName: '',
  clinicPhone: '',
  partnerFullName: '',
  message: '',
  createdAt: '2026-11-20T07:15:57.123Z',
};

const open = (kind: string, reply: Reply) =>
  openSection(`applications/${kind}`, {
    [`GET /api/admin/applications/${kind}`]: {
      body: { applications: [someone], pagination: { totalPages: 1 } },
    },
    [`DELETE /api/admin/applications/${kind}s/a1`]: () => reply,
  });

const QUESTION = 'Are you sure? This action cannot be undone!';

test.each(['partner', 'reservation', 'contact'])(
  '%s: deleting asks, naming whom, then says so; the list comes anew',
  async (kind) => {
    const { sent, user } = open(kind, { body: {} });
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByRole('alertdialog', { name: QUESTION })).toBeTruthy();
    expect(await answer(user, 'Ləğv et')).toContain('Nigar Quliyeva');
    expect(sent('DELETE')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await answer(user, 'Bəli');
    expect(await screen.findByText('Deleted!')).toBeTruthy();
    expect(sent('GET')).toHaveLength(2);
  },
);

test.each([
  ['partner', 'There was an issue deleting the application.'],
  ['reservation', 'There was an issue deleting the application.'],
  ['contact', 'There was an issue deleting the message.'],
])('%s: a failure without a reason shows the default message', async (kind, sentence) => {
  const { user } = open(kind, { status: 500, text: '' });
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await answer(user, 'Bəli');
  expect(await screen.findByText(sentence)).toBeTruthy();
});

test('a reservation becomes a referral without typing the name again', async () => {
  const { sent, user } = openSection('applications/reservation', {
    'GET /api/admin/applications/reservation': {
      body: { applications: [someone], pagination: { totalPages: 1 } },
    },
    'GET /api/admin/lite/partners': {
      body: { partners: [{ _id: 'p1', firstName: 'Aygün', lastName: 'Məmmədova' }] },
    },
    'POST /api/admin/applications/reservations/a1/referral': { body: { message: '' } },
  });
  await user.click(await screen.findByRole('button', { name: 'Create Referral' }));
  const choose = async (name: RegExp, option: string) => {
    await user.click(dialog().getByRole('combobox', { name }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  await choose(/^Partner/, 'Aygün Məmmədova');
  await choose(/^Examination/, 'CBCT');
  await choose(/^Purpose/, 'Implant');
  await press(user, 'Create Referral');
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
  const form = formOf(sent('POST')[0]?.body);
  expect(form.partner).toBe('p1');
  expect(JSON.parse(String(form.patient))).toMatchObject({
    firstName: 'Nigar',
    lastName: 'Quliyeva',
    phone: '+994702223344',
  });
}, 20_000);

test('a visitor with a reservation gets a time by telephone', async () => {
  const { sent, user } = openSection('applications/reservation', {
    'GET /api/admin/applications/reservation': {
      body: { applications: [someone], pagination: { totalPages: 1 } },
    },
    ...bookable,
  });
  await user.click(await screen.findByRole('button', { name: 'Book' }));
  await screen.findByRole('dialog', { name: 'Book a Time', description: 'Nigar Quliyeva' });
  await waitFor(() => expect(dialog().getByLabelText(/^Time/)).not.toHaveProperty('value', ''));
  await press(user, 'Book');
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
  expect(JSON.parse(String(sent('POST')[0]?.body))).toMatchObject({
    reservation: 'a1',
    kind: 'k1',
    device: 'd1',
    minutes: 15,
  });
});
