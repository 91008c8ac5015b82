import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPortal } from '../../../testing/portal.tsx';
import { type Received, stubServer } from '../../../testing/server.ts';

const EMAIL = 'aygun@klinika.az';
const NEW = 'pəncərə bulud qatar';

function open(answers: Parameters<typeof stubServer>[0] = {}) {
  const server = stubServer({
    'POST /api/misc/password-code': {
      body: { message: 'Kod göndərdik', isMailed: true },
    },
    'POST /api/misc/password-reset': { body: { message: 'Şifrəniz dəyişdi' } },
    ...answers,
  });
  return { server, ...openPortal('/login/partnyor') };
}

const bodyOf = (request: Received | undefined) => JSON.parse(String(request?.body));

async function requestCode({ user }: Pick<ReturnType<typeof open>, 'user'>) {
  await user.click(await screen.findByRole('link', { name: 'Şifrəni unutmusunuz?' }));
  const send = await screen.findByRole('button', { name: 'Kod göndər' });
  await user.type(screen.getByLabelText('Email'), EMAIL);
  await user.click(send);
  expect(await screen.findByText('Kod göndərdik')).toBeTruthy();
}

async function setPassword({ user }: Pick<ReturnType<typeof open>, 'user'>, code: string) {
  const field = screen.getByLabelText('E-poçtdakı kod');
  await user.clear(field);
  await user.type(field, code);
  await user.clear(screen.getByLabelText('Yeni şifrə'));
  await user.type(screen.getByLabelText('Yeni şifrə'), NEW);
  await user.click(screen.getByRole('button', { name: 'Şifrəni dəyiş' }));
}

test('a partner who forgot the password sets a new one and signs in with it', async () => {
  const tokens = { accessToken: 'access', refreshToken: 'refresh' };
  const portal = open({ 'POST /api/partner/auth/login': { body: { tokens } } });
  await requestCode(portal);
  expect(document.activeElement).toBe(screen.getByLabelText('E-poçtdakı kod'));
  await setPassword(portal, '123 456');
  expect(await screen.findByText('Şifrəniz dəyişdi')).toBeTruthy();
  const { requests } = portal.server;
  expect(bodyOf(requests.find(({ path }) => path.endsWith('/password-reset')))).toEqual({
    email: EMAIL,
    code: '123456',
    newPassword: NEW,
  });
  expect(bodyOf(requests.find(({ path }) => path.endsWith('/login')))).toMatchObject({
    email: EMAIL,
    password: NEW,
  });
});

test('a wrong code is said at its field, and another one can be requested', async () => {
  const message = 'Kod səhvdir və ya vaxtı keçib';
  const portal = open({
    'POST /api/misc/password-reset': {
      status: 400,
      body: { code: 'invalid', message, fields: [{ path: 'code', message }] },
    },
  });
  await requestCode(portal);
  await setPassword(portal, '000000');
  await portal.user.click(await screen.findByRole('button', { name: 'Bağla' }));
  expect(screen.getByLabelText('E-poçtdakı kod')).toHaveProperty('ariaInvalid', 'true');
  await portal.user.click(screen.getByRole('button', { name: 'Kod gəlmədi? Yenidən göndər' }));
  expect(screen.getByLabelText('Email')).toHaveProperty('value', EMAIL);
});

test('without e-mail the partner is asked to call', async () => {
  const message = 'Bizə zəng edin: +994 12 555 01 20';
  const { user } = open({ 'POST /api/misc/password-code': { body: { message, isMailed: false } } });
  await user.click(await screen.findByRole('link', { name: 'Şifrəni unutmusunuz?' }));
  const send = await screen.findByRole('button', { name: 'Kod göndər' });
  await user.type(screen.getByLabelText('Email'), EMAIL);
  await user.click(send);
  expect(await screen.findByText(message)).toBeTruthy();
});

test('an account with a second factor continues on the sign-in page', async () => {
  const refusal = { code: 'second-factor-required', message: 'Kod' };
  const portal = open({ 'POST /api/partner/auth/login': { status: 401, body: refusal } });
  await requestCode(portal);
  await setPassword(portal, '123456');
  expect(await screen.findByRole('button', { name: 'Daxil ol' })).toBeTruthy();
  expect(portal.where()).toBe('/login/partnyor');
});
