import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { session } from '../../../api/people/session/session.ts';
import { partnerOf } from '../../../testing/partner.ts';
import { renderScreen } from '../../../testing/portal.tsx';
import { type Reply, stubServer } from '../../../testing/server.ts';
import { AccountDetailsScreen } from './account-details-screen.tsx';

const ACCOUNT = 'GET /api/partner/account';
const DETAILS = '/api/partner/account/details';
const PASSWORD = '/api/partner/account/password';

let user: ReturnType<typeof userEvent.setup>;
beforeEach(() => {
  user = userEvent.setup();
});

function open(routes: Record<string, Reply> = {}, partner = partnerOf()) {
  const server = stubServer({ [ACCOUNT]: { body: { partner } }, ...routes });
  renderScreen('partner', AccountDetailsScreen);
  return server;
}

const section = async (name: string) => within(await screen.findByRole('region', { name }));
const clinic = () => section('Klinika Məlumatları');
const password = () => section('Şifrə Dəyişdirmə');

async function typePasswords(old: string, next: string, repeat: string) {
  const card = await password();
  await user.click(card.getByRole('button', { name: 'Dəyişdir' }));
  const fields = [
    ['Köhnə şifrə', old],
    ['Yeni şifrə', next],
    ['Yeni şifrənin təkrarı', repeat],
  ] as const;
  for (const [label, text] of fields) if (text) await user.type(card.getByLabelText(label), text);
  await user.click(card.getByRole('button', { name: 'Yadda saxla' }));
  return card;
}

test('the back link opens the dashboard', async () => {
  open();
  const back = await screen.findByRole('link', { name: 'Şəxsi kabinet' });
  expect(back.getAttribute('href')).toBe('/partner/dashboard');
});

test('empty fields are shown as empty', async () => {
  open({}, partnerOf({ clinicName: '', instagram: '' }));
  expect((await clinic()).getAllByText('Təyin edilməyib')).toHaveLength(2);
});

test('the cached partner is shown with the reason if the server does not respond', async () => {
  stubServer({ [ACCOUNT]: { status: 500, text: '' } });
  const router = renderScreen('partner', AccountDetailsScreen, '/elsewhere');
  session.storePartner(partnerOf({ clinicName: 'Yadda qalan klinika' }));
  await act(() => router.navigate('/'));
  expect(await screen.findByText('Yadda qalan klinika')).toBeDefined();
  expect(await screen.findByText('Məlumatları yükləmək mümkün olmadı')).toBeDefined();
});

test('the two modes know nothing of each other', async () => {
  open();
  await user.click((await clinic()).getByRole('button', { name: 'Redaktə et' }));
  expect((await password()).getByRole('button', { name: 'Dəyişdir' })).toBeDefined();
  await user.type((await clinic()).getByLabelText('Klinikanın adı'), ' 2');
  await user.click((await password()).getByRole('button', { name: 'Dəyişdir' }));
  await user.click((await password()).getByRole('button', { name: 'Ləğv et' }));
  expect((await clinic()).getByLabelText('Klinikanın adı')).toHaveProperty('value', 'Gülüş Dent 2');
});

test('cancelling the clinic restores the old values', async () => {
  const server = open();
  const card = await clinic();
  await user.click(card.getByRole('button', { name: 'Redaktə et' }));
  await user.type(card.getByLabelText('Klinikanın adı'), ' dəyişik');
  await user.click(card.getByRole('button', { name: 'Ləğv et' }));
  expect(card.getByText('Gülüş Dent')).toBeDefined();
  await user.click(card.getByRole('button', { name: 'Redaktə et' }));
  expect(card.getByLabelText('Klinikanın adı')).toHaveProperty('value', 'Gülüş Dent');
  expect(server.to(DETAILS)).toEqual([]);
});

test('a saved clinic is sent as a form, shown, stored and reported', async () => {
  const saved = partnerOf({ clinicName: 'Yeni ad', instagram: '' });
  const server = open({ [`PUT ${DETAILS}`]: { body: { partner: saved, message: '' } } });
  const card = await clinic();
  await user.click(card.getByRole('button', { name: 'Redaktə et' }));
  await user.clear(card.getByLabelText('Klinikanın adı'));
  await user.type(card.getByLabelText('Klinikanın adı'), 'Yeni ad');
  await user.clear(card.getByLabelText('Instagram'));
  await user.click(card.getByRole('button', { name: 'Yadda saxla' }));
  expect(await screen.findByText('Profil məlumatları yeniləndi')).toBeDefined();
  const sent = server.to(DETAILS)[0]?.body as FormData;
  expect([...sent]).toEqual([
    ['clinicName', 'Yeni ad'],
    ['instagram', ''],
  ]);
  expect(card.getByText('Yeni ad')).toBeDefined();
  expect(card.getByText('Təyin edilməyib')).toBeDefined();
  expect(session.storedPartner()?.clinicName).toBe('Yeni ad');
  await waitFor(() =>
    expect(document.activeElement).toBe(card.getByRole('button', { name: 'Redaktə et' })),
  );
});

test('a refused save shows the default message and keeps the input', async () => {
  open({ [`PUT ${DETAILS}`]: { status: 500, text: 'proxy' } });
  const card = await clinic();
  await user.click(card.getByRole('button', { name: 'Redaktə et' }));
  await user.type(card.getByLabelText('Klinikanın adı'), ' 2');
  await user.click(card.getByRole('button', { name: 'Yadda saxla' }));
  expect(await screen.findByText('Profil məlumatlarını yeniləmək mümkün olmadı')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Bağla' }));
  expect(card.getByLabelText('Klinikanın adı')).toHaveProperty('value', 'Gülüş Dent 2');
});

test.each([
  ['', '', '', ['Köhnə şifrə tələb olunur', 'Yeni şifrə tələb olunur']],
  ['köhnə1', 'qısa', 'qısa', ['Şifrə ən az 6 simvol olmalıdır']],
  ['köhnə1', 'yeni-şifrə', '', ['Şifrələr uyğun gəlmir']],
  [
    '',
    'qısa',
    'başqa',
    ['Köhnə şifrə tələb olunur', 'Şifrə ən az 6 simvol olmalıdır', 'Şifrələr uyğun gəlmir'],
  ],
])('passwords %j %j %j are refused inline', async (old, next, repeat, errors) => {
  const server = open();
  const card = await typePasswords(old, next, repeat);
  for (const error of errors) expect(await card.findByText(error)).toBeDefined();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(server.to(PASSWORD)).toEqual([]);
});

test('a cancel clears the passwords and their errors', async () => {
  open();
  const card = await typePasswords('a', 'qısa', 'başqa');
  expect(await card.findByText('Şifrələr uyğun gəlmir')).toBeDefined();
  await user.click(card.getByRole('button', { name: 'Ləğv et' }));
  await user.click(card.getByRole('button', { name: 'Dəyişdir' }));
  for (const label of ['Köhnə şifrə', 'Yeni şifrə', 'Yeni şifrənin təkrarı'])
    expect(card.getByLabelText(label)).toHaveProperty('value', '');
  expect(card.queryByText('Şifrələr uyğun gəlmir')).toBeNull();
});

test('each of the three passwords can be shown by itself', async () => {
  open();
  const card = await password();
  await user.click(card.getByRole('button', { name: 'Dəyişdir' }));
  const shows = card.getAllByRole('button', { name: 'Şifrəni göstər' });
  expect(shows).toHaveLength(3);
  await user.click(shows[1] as HTMLElement);
  const types = ['Köhnə şifrə', 'Yeni şifrə', 'Yeni şifrənin təkrarı'].map((label) =>
    card.getByLabelText(label).getAttribute('type'),
  );
  expect(types).toEqual(['password', 'text', 'password']);
});

test('a new password is sent without its repetition; the mode closes, and nothing is left', async () => {
  const server = open({ [`PUT ${PASSWORD}`]: { body: { message: 'ok' } } });
  const card = await typePasswords('köhnə-şifrə', 'yeni-şifrə', 'yeni-şifrə');
  expect(await screen.findByText('Şifrəniz uğurla yeniləndi')).toBeDefined();
  expect(JSON.parse(String(server.to(PASSWORD)[0]?.body))).toEqual({
    oldPassword: 'köhnə-şifrə',
    newPassword: 'yeni-şifrə',
  });
  await user.click(await card.findByRole('button', { name: 'Dəyişdir' }));
  expect(card.getByLabelText('Köhnə şifrə')).toHaveProperty('value', '');
});

test('a wrong old password is shown, and then marked at its field', async () => {
  const message = 'Köhnə şifrə yanlışdır';
  const body = { code: 'invalid', message, fields: [{ path: 'oldPassword', message }] };
  open({ [`PUT ${PASSWORD}`]: { status: 400, body } });
  const card = await typePasswords('yanlış-şifrə', 'yeni-şifrə', 'yeni-şifrə');
  expect(await screen.findByRole('alertdialog', { name: 'Xəta!' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Bağla' }));
  expect(await card.findByText(message)).toBeDefined();
  expect(card.getByLabelText('Yeni şifrə')).toHaveProperty('value', 'yeni-şifrə');
  // Leaving the field does not make the same password right; changing it does.
  await user.click(card.getByLabelText('Köhnə şifrə'));
  await user.tab();
  expect(await card.findByText(message)).toBeDefined();
  await user.type(card.getByLabelText('Köhnə şifrə'), '2');
  await waitFor(() => expect(card.queryByText(message)).toBeNull());
});
