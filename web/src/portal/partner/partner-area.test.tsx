import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/http/query.ts';
import { downloads } from '../../api/imaging/downloads/downloads.ts';
import { session } from '../../api/people/session/session.ts';
import { navigateAway } from '../../lib/history/navigate-away.ts';
import { hideWebGl } from '../../testing/canvas.ts';
import { checkupOf, linkOf, listOf } from '../../testing/checkups.ts';
import { partnerOf } from '../../testing/partner.ts';
import { openPortal, renderScreen, signedInAs } from '../../testing/portal.tsx';
import { removePushBrowser, stubPushBrowser } from '../../testing/push.ts';
import { stubServer } from '../../testing/server.ts';
import { Portal } from '../shell/portal.tsx';
import { AccountScreen } from './account/account-screen.tsx';
import { DashboardScreen } from './dashboard/dashboard-screen.tsx';
import { LabsScreen } from './labs/labs-screen.tsx';
import { PartnerLayout } from './partner-layout.tsx';

const ACCOUNT = 'GET /api/partner/account';
const partner = { firstName: 'Aygün', lastName: 'Məmmədova', clinicName: 'Gülüş Dent' };
const noLabs = { labs: [], pagination: { currentPage: 1, totalPages: 1 } };

beforeEach(() => {
  window.scrollTo = () => undefined;
});

afterEach(() => {
  removePushBrowser();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the welcome page greets the doctor by name, begins a referral and links to the four sections', async () => {
  stubServer({ [ACCOUNT]: { body: { partner } } });
  open('/partner/dashboard');
  expect(await screen.findByRole('heading', { name: 'Dr. Aygün Məmmədova' })).toBeDefined();
  const main = within(screen.getByRole('main'));
  const ways = main.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(ways).toEqual(
    ['referrals/new', 'referrals', 'rentgen', 'laboratory', 'shipments', 'profile'].map(inside),
  );
  const bar = within(screen.getByRole('navigation', { name: 'Bölmələr' }));
  expect(bar.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Rentgen',
    'Laboratoriya',
    'Göndərişlər',
    'Profil',
  ]);
});

test('the three newest checkups are on the welcome page; one with a picture opens at once', async () => {
  const checkups = ['Nigar', 'Murad', 'Leyla', 'Kənan'].map((firstName, index) =>
    checkupOf({ firstName, xrayFileLinks: [linkOf(index === 1 ? 'scan.dcm' : 'opg.png')] }),
  );
  stubServer({
    [ACCOUNT]: { body: { partner } },
    'GET /api/partner/misc/checkups': { body: listOf(checkups) },
  });
  hideWebGl();
  signedInAs('partner');
  openPortal('/partner/dashboard');
  const latest = within(await screen.findByRole('region', { name: 'Son nəticələr' }));
  expect(latest.getAllByRole('listitem')).toHaveLength(3);
  expect(latest.queryByText('Kənan Quliyeva')).toBeNull();
  expect(latest.getByRole('link', { name: /Murad/ }).getAttribute('href')).toBe(inside('rentgen'));
  await userEvent.click(latest.getByRole('button', { name: /Leyla Quliyeva/ }));
  const viewer = within(await screen.findByRole('main', { name: 'Şəkil baxışı' }));
  expect(viewer.getByText('opg.png')).toBeDefined();
  expect(viewer.getByRole('heading', { name: /Leyla Quliyeva/ })).toBeDefined();
});

test('a result with a volume and a screenshot of it opens the volume', async () => {
  const imaging = { state: 'ready', kind: 'volume', url: '/derived/' } as const;
  const volume = { ...linkOf('klkt.dcm'), previewUrl: '/derived/preview', imaging };
  const result = checkupOf({ xrayFileLinks: [linkOf('a-kesikler.png'), volume] });
  stubServer({
    [ACCOUNT]: { body: { partner } },
    'GET /api/partner/misc/checkups': { body: listOf([result]) },
  });
  hideWebGl();
  signedInAs('partner');
  openPortal('/partner/dashboard');
  const latest = within(await screen.findByRole('region', { name: 'Son nəticələr' }));
  await userEvent.click(latest.getByRole('button', { name: /Quliyeva/ }));
  const viewer = within(await screen.findByRole('main', { name: 'Şəkil baxışı' }));
  const { selectedOptions } = viewer.getByRole<HTMLSelectElement>('combobox');
  expect([...selectedOptions].map(({ value }) => value)).toEqual([volume.id]);
});

test('what the doctor has sent in is no result until staff have added one', async () => {
  const shipment = checkupOf({ name: 'Göndəriş', fileLinks: [linkOf('resept.png')] });
  const result = checkupOf({ firstName: 'Murad', xrayFileLinks: [linkOf('opg.png')] });
  stubServer({
    [ACCOUNT]: { body: { partner } },
    'GET /api/partner/misc/checkups': { body: listOf([shipment, result]) },
  });
  open('/partner/dashboard');
  const latest = within(await screen.findByRole('region', { name: 'Son nəticələr' }));
  expect(latest.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Murad'),
  ]);
});

test('when the server does not answer, the doctor seen last is greeted', async () => {
  stubServer({ [ACCOUNT]: { status: 500, text: '' } });
  open('/partner/dashboard', () => session.storePartner(partner as never));
  const state = () => queryClient.getQueryState(['partner', 'account'])?.status;
  await waitFor(() => expect(state()).toBe('error'));
  expect(await screen.findByRole('heading', { name: 'Dr. Aygün Məmmədova' })).toBeDefined();
});

test('only the open section is marked in the bar', async () => {
  stubServer({ [ACCOUNT]: { body: { partner } }, 'GET /api/partner/misc/labs': { body: noLabs } });
  open('/partner/dashboard/laboratory');
  expect(await screen.findByText('Hələ laboratoriya sifarişi yoxdur')).toBeDefined();
  const current = screen.getAllByRole('link').filter((link) => link.ariaCurrent === 'page');
  expect(current.map((link) => link.textContent)).toEqual(['Laboratoriya']);
});

test('every screen loads and stores the account of the partner', async () => {
  stubServer({ [ACCOUNT]: { body: { partner } }, 'GET /api/partner/misc/labs': { body: noLabs } });
  open('/partner/dashboard/laboratory');
  await waitFor(() => expect(session.storedPartner()).toEqual(partner));
});

test('logging out ends the session, empties both storages and opens the sign-in', async () => {
  const server = stubServer({
    [ACCOUNT]: { body: { partner } },
    'POST /api/partner/auth/logout': { status: 204 },
  });
  open('/partner/dashboard');
  await screen.findByRole('heading', { name: 'Dr. Aygün Məmmədova' });
  const clear = vi.spyOn(downloads, 'clear');
  await userEvent.click(screen.getAllByRole('button', { name: 'Çıxış' })[0] as HTMLElement);
  await waitFor(() => expect(navigateAway).toHaveBeenCalledWith('/login/partnyor'));
  expect(screen.queryByText(/Aygün/)).toBeNull();
  expect(server.to('/api/partner/auth/logout')).toHaveLength(1);
  expect([sessionStorage.length, localStorage.length]).toEqual([0, 0]);
  expect(clear).toHaveBeenCalled();
});

test('logging out below the last field of the profile asks first', async () => {
  const server = stubServer({
    [ACCOUNT]: { body: { partner: partnerOf() } },
    'POST /api/partner/auth/logout': { status: 204 },
  });
  renderScreen('partner', AccountScreen);
  const leave = async (button: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Çıxış' }));
    const question = within(await screen.findByRole('alertdialog'));
    await userEvent.click(question.getByRole('button', { name: button }));
  };
  await leave('Ləğv et');
  expect(server.to('/api/partner/auth/logout')).toEqual([]);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await leave('Çıxış');
  await waitFor(() => expect(navigateAway).toHaveBeenCalledWith('/login/partnyor'));
});

test.each([
  ['/partner/dashboard/profile', 'Profil'],
  ['/partner/dashboard/profile/details', 'Məlumatlarım'],
])('security opened from %s leads back to it', async (address, title) => {
  stubServer({ [ACCOUNT]: { body: { partner: partnerOf() } } });
  signedInAs('partner');
  openPortal(address);
  const main = within(await screen.findByRole('main'));
  await userEvent.click(await main.findByRole('link', { name: /^Təhlükəsizlik/ }));
  const back = await main.findByRole('link', { name: title });
  expect(back.getAttribute('href')).toBe(address);
});

test('logging out closes notices and ends push messages before the page is left', async () => {
  const browser = stubPushBrowser({ permission: 'granted', subscribed: 'https://push.example/x' });
  browser.subscription?.unsubscribe.mockImplementation(async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    browser.subscription = undefined;
    return true;
  });
  stubServer({
    [ACCOUNT]: { body: { partner } },
    'POST /api/partner/auth/logout': { status: 204 },
  });
  open('/partner/dashboard');
  await screen.findByRole('heading', { name: 'Dr. Aygün Məmmədova' });
  await userEvent.click(screen.getAllByRole('button', { name: 'Çıxış' })[0] as HTMLElement);
  await waitFor(() => expect(navigateAway).toHaveBeenCalledWith('/login/partnyor'));
  expect(browser.close).toHaveBeenCalled();
  expect(browser.subscription).toBeUndefined();
});

test('a press on a notice opens its address in the open page, without a reload', async () => {
  const browser = stubPushBrowser({ permission: 'granted' });
  stubServer({ [ACCOUNT]: { body: { partner } }, 'GET /api/partner/misc/labs': { body: noLabs } });
  const router = open('/partner/dashboard');
  await screen.findByRole('heading', { name: 'Dr. Aygün Məmmədova' });
  await waitFor(() => expect(browser.isHeard()).toBe(true));
  act(() => browser.tell({ kind: 'open', path: '/partner/dashboard/laboratory' }));
  expect(await screen.findByText('Hələ laboratoriya sifarişi yoxdur')).toBeDefined();
  expect(router.state.location.pathname).toBe('/partner/dashboard/laboratory');
});

test('the icon of the installed area has the number of results that were not opened', async () => {
  const setAppBadge = vi.fn(async () => {});
  const clearAppBadge = vi.fn(async () => {});
  Object.assign(navigator, { setAppBadge, clearAppBadge });
  const browser = stubPushBrowser({ permission: 'granted' });
  const unseen = { count: 2, checkups: ['a', 'b'] };
  stubServer({
    [ACCOUNT]: { body: { partner } },
    'GET /api/partner/results/unseen': () => ({ body: unseen }),
  });
  open('/partner/dashboard');
  await waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(2));
  expect(clearAppBadge, 'before the number is known').not.toHaveBeenCalled();
  expect(document.querySelector('nav [aria-description]')?.textContent).toBe('Rentgen2');
  await waitFor(() => expect(browser.isHeard()).toBe(true));
  Object.assign(unseen, { count: 3, checkups: ['a', 'b', 'c'] });
  act(() => browser.tell({ kind: 'pushed' }));
  await waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(3));
  Object.assign(unseen, { count: 0, checkups: [] });
  clearAppBadge.mockClear();
  act(() => browser.tell({ kind: 'pushed' }));
  await waitFor(() => expect(clearAppBadge).toHaveBeenCalled());
  for (const name of ['setAppBadge', 'clearAppBadge']) Reflect.deleteProperty(navigator, name);
});

function open(address: string, before = () => {}) {
  localStorage.clear();
  session.signIn('partner', { accessToken: 'access', refreshToken: 'refresh' }, true);
  before();
  const routes = [
    {
      path: '/partner/dashboard',
      Component: PartnerLayout,
      children: [
        { index: true, Component: DashboardScreen },
        { path: 'laboratory', Component: LabsScreen },
      ],
    },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  render(<Portal router={router} />);
  return router;
}

function inside(section: string): string {
  return `/partner/dashboard/${section}`;
}
