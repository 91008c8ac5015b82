import { adminSections } from '@deqiq/contract/shared/paths.ts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { session } from '../../api/people/session/session.ts';
import { openPortal, rememberedAs, signedInAs } from '../../testing/portal.tsx';
import { later, type Reply, stubServer } from '../../testing/server.ts';
import { pageAfterSignIn } from './guards.ts';

const emptyPartners = {
  body: {
    partners: [],
    pagination: { currentPage: 1, totalPage: 0, totalItems: 0, itemsPerPage: 20 },
  },
};

function server(refresh: Reply | Promise<Reply> = { body: { accessToken: 'new' } }) {
  return stubServer({
    'GET /api/admin/partners': emptyPartners,
    'POST /api/admin/auth/refresh-token': () => refresh,
    'POST /api/partner/auth/refresh-token': () => refresh,
  });
}

const partners = () => screen.findByRole('heading', { name: 'Partners' });
const notFound = () => screen.findByText('Səhifə tapılmadı', { selector: 'h1' });

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

describe('admin pages', () => {
  test('a visitor sees the not-found screen, and no request is sent', async () => {
    const { requests } = server();
    openPortal('/admin/dashboard');
    expect(await notFound()).toBeTruthy();
    expect(requests).toEqual([]);
  });

  test('a partner sees the not-found screen too, and stays signed in', async () => {
    server();
    signedInAs('partner');
    openPortal('/admin/dashboard/checkups');
    expect(await notFound()).toBeTruthy();
    expect(session.current().role).toBe('partner');
  });

  test('a stored partner role is no reason to try a refresh', async () => {
    const { requests } = server();
    rememberedAs('partner');
    openPortal('/admin/dashboard');
    await notFound();
    expect(requests).toEqual([]);
  });

  test('a remembered admin waits behind a loader for the first refresh, then is in', async () => {
    const answer = later<Reply>();
    server(answer.promise);
    rememberedAs('admin');
    openPortal('/admin/dashboard');
    expect(screen.getByRole('status')).toBeTruthy();
    expect(screen.queryByText('Partners')).toBeNull();
    answer.resolve({ body: { accessToken: 'new' } });
    expect(await partners()).toBeTruthy();
  });

  test('a refused refresh is denial and only logged', async () => {
    server({ status: 401, body: { message: 'ended' } });
    rememberedAs('admin');
    openPortal('/admin/dashboard');
    expect(await notFound()).toBeTruthy();
    expect(console.warn).toHaveBeenCalledOnce();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test.each(adminSections)('$path is the current entry', async (section) => {
    server();
    signedInAs('admin');
    openPortal(section.path);
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
    const current = screen.getAllByRole('link').filter((link) => link.ariaCurrent === 'page');
    expect(current.map(({ textContent }) => textContent)).toEqual([section.label()]);
  });

  test('an unknown section is not found, for an admin too', async () => {
    server();
    signedInAs('admin');
    openPortal('/admin/dashboard/nothing');
    expect(await notFound()).toBeTruthy();
  });
});

describe('while the server does not answer', () => {
  test.each([
    ['partner', '/partner/dashboard/profile', 'Bağlantı yoxdur'],
    ['admin', '/admin/dashboard', 'No connection'],
  ] as const)(
    'a remembered %s is told so, and is in as soon as it does',
    async (role, address, title) => {
      const answers: Reply[] = [{ status: 503 }, { body: { accessToken: 'new' } }];
      stubServer({
        'GET /api/admin/partners': emptyPartners,
        'GET /api/partner/account': {
          body: {
            partner: { firstName: 'Aygün', lastName: '', balance: 0, sendedPatientsCount: 0 },
          },
        },
        [`POST /api/${role}/auth/refresh-token`]: () => answers.shift() ?? { status: 500 },
      });
      rememberedAs(role);
      const { where } = openPortal(address);
      expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
      expect(where()).toBe(address);
      expect(session.current().refreshToken).toBe('refresh');
      window.dispatchEvent(new Event('online'));
      await waitFor(() => expect(screen.queryByRole('heading', { name: title })).toBeNull());
      expect(await screen.findByRole('main')).toBeTruthy();
      expect(where()).toBe(address);
    },
  );
});

test('the not-found screen links staff whose session has ended to the sign-in', async () => {
  server({ status: 401 });
  rememberedAs('admin');
  openPortal('/admin/dashboard/labs');
  await notFound();
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/admin/login');
});

test('a visitor does not', async () => {
  server();
  openPortal('/admin/dashboard/labs');
  await notFound();
  expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull();
});

describe('the admin sign-in', () => {
  test('is open to every user who is not signed in as admin', async () => {
    server();
    signedInAs('partner');
    openPortal('/admin/login');
    expect(await screen.findByRole('heading', { name: 'ADMIN PANEL' })).toBeTruthy();
  });

  test('sends a signed-in admin on to the dashboard', async () => {
    server();
    rememberedAs('admin');
    const { where } = openPortal('/admin/login');
    await partners();
    expect(where()).toBe('/admin/dashboard');
  });
});

describe('partner pages', () => {
  test.each(['visitor', 'admin'] as const)('a %s is redirected to the sign-in', async (who) => {
    server();
    if (who === 'admin') signedInAs('admin');
    const { where } = openPortal('/partner/dashboard/rentgen?page=2');
    expect(await screen.findByRole('heading', { name: 'Hesaba giriş' })).toBeTruthy();
    expect(where()).toBe('/login/partnyor?next=%2Fpartner%2Fdashboard%2Frentgen%3Fpage%3D2');
  });

  test('a refused refresh redirects to the sign-in', async () => {
    server({ status: 401 });
    rememberedAs('partner');
    openPortal('/partner/dashboard');
    expect(await screen.findByRole('heading', { name: 'Hesaba giriş' })).toBeTruthy();
    expect(session.current()).toEqual({});
  });

  test('a signed-in partner does not see the sign-in', async () => {
    server();
    signedInAs('partner');
    const { where } = openPortal('/login/partnyor');
    await waitFor(() => expect(where()).toBe('/partner/dashboard'));
  });
});

test.each([
  ['?next=%2Fpartner%2Fdashboard%2Frentgen%3Fpage%3D2', '/partner/dashboard/rentgen?page=2'],
  ['', '/partner/dashboard'],
  ['?next=https%3A%2F%2Fevil.example', '/partner/dashboard'],
  ['?next=%2F%2Fevil.example', '/partner/dashboard'],
  ['?next=%2Fpartner%2F%5Cevil', '/partner/dashboard'],
  ['?next=%2Fadmin%2Fdashboard', '/partner/dashboard'],
])('after sign-in %s leads to %s', (query, page) => {
  expect(pageAfterSignIn(`http://localhost/login/partnyor${query}`)).toBe(page);
});

test('an unknown address of the portal is not found', async () => {
  openPortal('/partner/nothing');
  expect(await notFound()).toBeTruthy();
});
