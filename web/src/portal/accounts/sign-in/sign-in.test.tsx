import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { session } from '../../../api/people/session/session.ts';
import { navigateAway } from '../../../lib/history/navigate-away.ts';
import { openPortal, signedInAs } from '../../../testing/portal.tsx';
import { type Received, stubServer } from '../../../testing/server.ts';
import { accessTokenOf } from '../../../testing/tokens.ts';

const tokens = { tokens: { accessToken: 'access', refreshToken: 'refresh' } };
const list = {
  partners: [],
  pagination: { currentPage: 1, totalPage: 0, totalItems: 0, itemsPerPage: 20 },
};

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

describe('staff', () => {
  function open(login: (request: Received) => object) {
    const server = stubServer({
      'POST /api/admin/auth/login': login,
      'GET /api/admin/partners': { body: list },
    });
    return { server, ...openPortal('/admin/login') };
  }

  test('sign in with Remember me and land on Partners', async () => {
    const { server, user, where } = open(() => ({ body: tokens }));
    await user.type(await screen.findByLabelText('Username'), 'admin');
    await user.type(screen.getByLabelText('Password'), 'secret');
    await user.click(screen.getByLabelText('Remember me'));
    await user.click(screen.getByRole('button', { name: 'Login' }));
    await screen.findByRole('heading', { name: 'Partners' });
    expect(where()).toBe('/admin/dashboard');
    expect(JSON.parse(String(server.requests[0]?.body))).toEqual({
      username: 'admin',
      password: 'secret',
      rememberMe: true,
    });
    expect(localStorage.getItem('refreshToken')).toBe('refresh');
  });

  test('a refusal is a toast; the form stays as it was typed', async () => {
    const { user, where } = open(() => ({ status: 401, body: { message: 'no such user' } }));
    await user.type(await screen.findByLabelText('Username'), 'admin');
    await user.type(screen.getByLabelText('Password'), 'wrong');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByText('Login failed')).toBeTruthy();
    expect(where()).toBe('/admin/login');
    expect(screen.getByLabelText('Username')).toHaveProperty('value', 'admin');
    expect(localStorage.length + sessionStorage.length).toBe(0);
  });

  test('both fields are required, and nothing is sent without them', async () => {
    const { server, user } = open(() => ({ body: tokens }));
    await user.click(await screen.findByRole('button', { name: 'Login' }));
    expect(await screen.findByText('Username is required')).toBeTruthy();
    expect(screen.getByText('Password is required')).toBeTruthy();
    expect(server.requests).toEqual([]);
  });

  test('the password can be shown', async () => {
    const { user } = open(() => ({ body: tokens }));
    const password = await screen.findByLabelText('Password');
    expect(password).toHaveProperty('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password).toHaveProperty('type', 'text');
  });
});

describe('partners', () => {
  test('a refusal is a toast', async () => {
    stubServer({ 'POST /api/partner/auth/login': { status: 401, body: {} } });
    const { user } = openPortal('/login/partnyor');
    await user.type(await screen.findByLabelText('Email'), 'aygun@klinika.az');
    await user.type(screen.getByLabelText('Şifrə'), 'secret1');
    await user.click(screen.getByRole('button', { name: 'Daxil ol' }));
    expect(await screen.findByText('Daxil olmaq uğurlu deyil')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Şifrəni göstər' })).toBeTruthy();
  });
});

test('a sign-in without a connection names the connection as the reason', async () => {
  const { user } = openPortal('/login/partnyor');
  await user.type(await screen.findByLabelText('Email'), 'aygun@klinika.az');
  await user.type(screen.getByLabelText('Şifrə'), 'secret1');
  await user.click(screen.getByRole('button', { name: 'Daxil ol' }));
  const message = 'Daxil olmaq uğurlu deyil: serverlə bağlantı yoxdur';
  expect(await screen.findByText(message)).toBeTruthy();
});

describe('log-out', () => {
  function open() {
    signedInAs('admin');
    const server = stubServer({
      'GET /api/admin/partners': { body: list },
      'POST /api/admin/auth/logout': { body: {} },
    });
    return { server, ...openPortal('/admin/dashboard') };
  }

  test('asks, ends the session, shows the result, and opens / a second later', async () => {
    const { server, user } = open();
    await user.click(await screen.findByRole('button', { name: 'Log Out' }));
    expect(await screen.findByRole('alertdialog', { name: 'Are you sure?' })).toBeTruthy();
    expect(screen.getByText('You will be logged out of your account')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Yes, logout!' }));
    expect(await screen.findByText('Logged out successfully.')).toBeTruthy();
    expect(server.to('/api/admin/auth/logout')[0]?.headers.get('Authorization')).toContain(
      'access',
    );
    expect(session.current()).toEqual({});
    expect(localStorage.length).toBe(0);
    expect(navigateAway).not.toHaveBeenCalled();
    await waitFor(() => expect(navigateAway).toHaveBeenCalledWith('/'), { timeout: 1500 });
  });

  test('a cancel changes nothing', async () => {
    const { server, user } = open();
    await user.click(await screen.findByRole('button', { name: 'Log Out' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(session.current().role).toBe('admin');
    expect(server.to('/api/admin/auth/logout')).toEqual([]);
  });
});

const reception = { _id: 'a2', username: 'reception', role: 'staff', secondFactor: 'off' };

test('other staff are not offered what only owners may do', async () => {
  signedInAs('admin');
  const list = { partners: [], pagination: { totalPage: 1 } };
  stubServer({
    'GET /api/admin/account': { body: { account: reception } },
    'GET /api/admin/partners': { body: list },
  });
  openPortal('/admin/dashboard');
  await screen.findByText('No Partners Found');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull());
  expect(screen.queryByRole('link', { name: 'Staff' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Security' })).toBeTruthy();
});

test('the menu has all sections in order, and only the current one is marked', async () => {
  signedInAs('admin');
  stubServer({});
  openPortal('/admin/dashboard/applications/partner');
  const menu = await screen.findByRole('navigation', { name: 'Sections' });
  await within(menu).findByRole('link', { name: 'Staff' });
  const links = [...menu.querySelectorAll('a')];
  expect(links.map((link) => link.textContent)).toEqual([
    'Today',
    'Calendar',
    'Referrals',
    'Patients',
    'Reading',
    'Partners',
    'Checkups',
    'Applies Partner',
    'Applies Reservation',
    'Payments',
    'Partner Stats',
    'Doctors',
    'Clinics',
    'Labs',
    'Reports',
    'Messages',
    'Intake',
    'Devices',
    'Shared Links',
    'Security',
    'Month',
    'Staff',
    'Clinic settings',
    'Protection',
    'Audit',
  ]);
  const current = [...document.querySelectorAll('[aria-current="page"]')];
  expect(current.map((link) => link.textContent)).toEqual(['Applies Partner']);
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/');
});

test('a session that ends during typing re-authenticates over the page and loses nothing', async () => {
  const again = accessTokenOf('admin');
  session.signIn('admin', { accessToken: `${again}-old`, refreshToken: 'refresh' }, true, 'admin');
  let isOver = false;
  const server = stubServer({
    'GET /api/admin/partners': { body: list },
    'POST /api/admin/partners': ({ headers }) =>
      headers.get('Authorization')?.endsWith(`${again} type=access`)
        ? { status: 201, body: {} }
        : { status: 401, body: {} },
    'POST /api/admin/auth/refresh-token': () => {
      isOver = true;
      return { status: 401, body: {} };
    },
    'POST /api/admin/auth/login': {
      body: { tokens: { accessToken: again, refreshToken: 'next' } },
    },
  });
  const { user } = openPortal('/admin/dashboard');
  await user.click(await screen.findByRole('button', { name: 'Add Partner' }));
  const typed: [string, string][] = [
    ['First Name', 'Aygün'],
    ['Last Name', 'Məmmədova'],
    ['Birth Date', '1985-03-12'],
    ['Phone', '+994501234567'],
    ['Email', 'aygun@klinika.az'],
    ['Instagram', '@aygun'],
    ['Password', 'secret'],
  ];
  for (const [label, text] of typed)
    await user.type(screen.getByLabelText(new RegExp(`^${label}`)), text);
  await user.click(screen.getByRole('button', { name: 'Add Partner' }));
  await user.click(await screen.findByRole('button', { name: 'Bəli' }));

  expect(await screen.findByRole('dialog', { name: 'Your session has ended' })).toBeTruthy();
  expect(isOver).toBe(true);
  expect(screen.getByDisplayValue('Məmmədova')).toBeTruthy();
  expect(await screen.findByLabelText('Username')).toHaveProperty('value', 'admin');
  const password = screen.getAllByLabelText('Password').at(-1) as HTMLElement;
  await waitFor(() => expect(document.activeElement).toBe(password));
  await user.type(password, 'secret');
  await user.click(screen.getByRole('button', { name: 'Login' }));

  expect(await screen.findByText('Tərəfdaş uğurla yaradıldı')).toBeTruthy();
  expect(server.requests.filter(({ method }) => method === 'POST').at(-1)?.path).toBe(
    '/api/admin/partners',
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
